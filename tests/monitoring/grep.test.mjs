// The exported patterns in the hands of grep, on the logs of the corpus.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { engine } from '../../scripts/lib/paths.mjs';
import { failedCases, healthyCases } from './corpus.mjs';

const folder = mkdtempSync(join(tmpdir(), 'firstfault-'));
after(() => rmSync(folder, { recursive: true }));

/** The file for one `--cause` (or by default), or null where no line speaks for it. */
function patternsOf(cause) {
  const chosen = cause === 'default' ? [] : ['--cause', cause];
  const { stdout, status } = spawnSync(engine, ['rules', 'export', '--format', 'grep', ...chosen], { encoding: 'utf8', cwd: folder });
  assert.equal(status, 0);
  if (stdout === '') return null;
  const path = join(folder, cause);
  writeFileSync(path, stdout);
  return path;
}

function hits(patterns, logs) {
  const { status, stderr } = spawnSync('grep', ['-aEq', '-f', patterns, '--', ...logs], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  assert.ok(status === 0 || status === 1, stderr);
  return status === 0;
}

// An exception that no signature knows has no fingerprint; nor have notices that stand on several lines.
test('nine of ten failures of the corpus raise the alarm of their cause', () => {
  const known = failedCases().filter(({ cause }) => cause !== 'code.exception');
  const files = new Map([...new Set(known.map(({ cause }) => cause))].map((cause) => [cause, patternsOf(cause)]));
  const cases = known.filter(({ cause }) => files.get(cause) !== null);
  const missed = cases.filter(({ cause, logs }) => !hits(files.get(cause), logs));
  assert.ok(cases.length > 80, `only ${cases.length} cases`);
  assert.ok(missed.length * 10 <= cases.length, `missed ${missed.length} of ${cases.length}:\n${missed.map(({ cause, name }) => `${cause} ${name}`).join('\n')}`);
});

// The healthy runs of the corpus were chosen because they are loud: they hold real errors that a restart mended, and quotations.
test('half of the loudest healthy runs raise no alarm by default', () => {
  const patterns = patternsOf('default');
  const cases = healthyCases();
  const loud = cases.filter(({ logs }) => hits(patterns, logs));
  assert.ok(loud.length * 2 <= cases.length, `${loud.length} of ${cases.length}:\n${loud.map(({ name }) => name).join('\n')}`);
});
