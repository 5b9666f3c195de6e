// The few words of the status bar item. Pure.
import type { Report } from '../engine/report.ts';

const kMaxLength = 48;

/** "rank 5: class index out of range"; ids of causes are words joined by underscores. */
export function shortLabel(report: Report): string {
  const incident = report.incidents[0];
  if (incident === undefined) return '';
  const cause = (incident.cause.id.split('.').at(-1) ?? '').replaceAll('_', ' ');
  const label = `${who(incident.attribution, incident.initiators.map((process) => process.rank))}: ${cause}`;
  return label.length <= kMaxLength ? label : `${label.slice(0, kMaxLength - 1)}…`;
}

function who(attribution: Report['incidents'][number]['attribution'], ranks: (number | null)[]): string {
  switch (attribution) {
    case 'single':
      return ranks[0] === null || ranks[0] === undefined ? 'failed' : `rank ${ranks[0]}`;
    case 'several':
      return `ranks ${ranks.filter((rank) => rank !== null).join(', ')}`;
    case 'all_ranks':
      return 'all ranks';
    case 'external':
      return 'ended from outside';
    case 'undetermined':
      return 'undetermined';
  }
}
