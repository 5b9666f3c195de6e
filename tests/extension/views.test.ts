import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report, ReportedIncident } from '../../extension/src/engine/report.ts';
import { shortLabel } from '../../extension/src/views/label.ts';
import { renderReport } from '../../extension/src/views/markdown.ts';
import { idOfPage, pathOfPage } from '../../extension/src/views/pages.ts';

function report(changes: Partial<ReportedIncident> = {}): Report {
  const incident: ReportedIncident = {
    verdict: 'Rank 5 failed first: class index 7 is outside [0, 5).',
    attribution: 'single',
    certainty: 'certain',
    initiators: [{ rank: 5 }],
    collateral: [{ ranks: '0-4', because: 'gloo peer closed the connection' }],
    cause: { id: 'data.class_index_out_of_range', title: 'A class index is out of range', certainty: 'certain' },
    frame: { file: '/home/dev/losses.py', line: 12, function: 'class_loss' },
    evidence: [{ input: 0, line: 118, rank: 5, role: 'initiator', text: 'IndexError: Target 7 is out of bounds.' }],
    next: [{ title: 'Look at the label', command: 'python check.py', why: null }],
    missing: [],
    ...changes,
  };
  return { outcome: 'failed', verdict: incident.verdict, incidents: [incident], inputs: [{ path: 'train.log', kind: 'log' }], notes: [] };
}

test('the status bar names the rank and the cause in a few words', () => {
  const check = (changes: Partial<ReportedIncident>, expected: string) => assert.equal(shortLabel(report(changes)), expected);
  check({}, 'rank 5: class index out of range');
  check({ initiators: [{ rank: null }] }, 'failed: class index out of range');
  check({ attribution: 'several', initiators: [{ rank: 1 }, { rank: 3 }] }, 'ranks 1, 3: class index out of range');
  check({ attribution: 'all_ranks', initiators: [] }, 'all ranks: class index out of range');
  check({ attribution: 'undetermined', initiators: [] }, 'undetermined: class index out of range');
  check({ attribution: 'external', initiators: [], cause: { id: 'process.time_limit', title: '', certainty: 'certain' } }, 'ended from outside: time limit');
});

test('the status bar stays short whatever the report holds', () => {
  const ranks = Array.from({ length: 64 }, (_, rank) => ({ rank }));
  assert.equal(shortLabel(report({ attribution: 'several', initiators: ranks })).length, 48);
  assert.equal(shortLabel({ ...report(), incidents: [] }), '');
});

test('the report as text leads with the verdict and quotes each line of evidence with its place', () => {
  const text = renderReport(report());
  assert.equal(text, `# Rank 5 failed first: class index 7 is outside [0, 5).

Attribution: single, certain. Cause: A class index is out of range (\`data.class_index_out_of_range\`, certain).

At \`/home/dev/losses.py:12\` in \`class_loss\`.

**Evidence**

- train.log:118 (rank 5, initiator): \`IndexError: Target 7 is out of bounds.\`

**Failed because of it**

- ranks 0-4: gloo peer closed the connection

**Next**

- Look at the label: \`python check.py\`
`);
});

test('backticks of a log cannot end the quotation', () => {
  const evidence = [{ input: 0, line: 1, rank: null, role: 'context', text: 'Assertion `t < n` failed' }];
  assert.match(renderReport(report({ evidence })), /: `` Assertion `t < n` failed ``/);
});

test('notes follow at the end', () => {
  assert.match(renderReport({ ...report(), notes: ['a.bin is binary'] }), /\*\*Notes\*\*\n\n- a\.bin is binary\n$/);
});

test('the path of a page is the id that it explains', () => {
  for (const id of ['memory.cuda_oom', 'xid-ecc', 'Xid 79']) assert.equal(idOfPage(pathOfPage(id)), id);
  assert.equal(pathOfPage('memory.cuda_oom'), '/memory.cuda_oom.md');
  assert.equal(pathOfPage('../x'), '/.. x.md');
});
