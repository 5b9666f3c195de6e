// A report as Markdown, for failures that have no source line in the workspace. Pure: says what the report says, in its order.
import type { Report, ReportedIncident } from '../engine/report.ts';

export function renderReport(report: Report): string {
  const parts = [`# ${report.verdict}`, ...report.incidents.map((incident) => renderIncident(report, incident))];
  if (report.notes.length > 0) parts.push(section('Notes', report.notes));
  return `${parts.join('\n\n')}\n`;
}

function renderIncident(report: Report, incident: ReportedIncident): string {
  const { cause } = incident;
  const frame = incident.frame;
  return [
    ...(incident.verdict === report.verdict ? [] : [`## ${incident.verdict}`]),
    `Attribution: ${incident.attribution}, ${incident.certainty}. Cause: ${cause.title} (\`${cause.id}\`, ${cause.certainty}).`,
    ...(frame === null ? [] : [`At \`${frame.file}:${frame.line}\`${frame.function === null ? '' : ` in \`${frame.function}\``}.`]),
    section('Evidence', incident.evidence.map((evidence) => renderEvidence(report, evidence))),
    section('Failed because of it', incident.collateral.map((group) => `ranks ${group.ranks}: ${group.because}`)),
    section('Not known', incident.missing.map((entry) => entry.fact)),
    section('Next', incident.next.map((step) => (step.command ? `${step.title}: \`${step.command}\`` : step.title))),
  ].filter((part) => part !== '').join('\n\n');
}

function renderEvidence(report: Report, evidence: ReportedIncident['evidence'][number]): string {
  const path = report.inputs[evidence.input]?.path ?? 'input';
  const rank = evidence.rank === null ? '' : `rank ${evidence.rank}, `;
  return `${path}:${evidence.line} (${rank}${evidence.role}): ${code(evidence.text.split('\n').at(-1) ?? '')}`;
}

// Text of a log inside a code span, with as many backticks around it as it needs.
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

function section(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : [`**${title}**`, '', ...lines.map((line) => `- ${line}`)].join('\n');
}
