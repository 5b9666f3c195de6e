// What rules cost when the engine starts: a log of ten lines with the built-in rules, and with as many again from --rules. Prints the
// best of several runs and their ratio; nothing passes or fails on time.
//   node tests/perf/rules.mjs [RUNS]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engine, inRoot } from '../../scripts/lib/paths.mjs';

const program = process.env.FIRSTFAULT_ENGINE ?? engine;
const runs = Number(process.argv[2] ?? 15);
const folder = mkdtempSync(join(tmpdir(), 'firstfault-rules-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const log = join(folder, 'train.log');
writeFileSync(log, '[rank3]: IndexError: Target 7 is out of bounds.\n'.repeat(10));

function best(args) {
  let least = Infinity;
  for (let i = 0; i < runs; ++i) {
    const begin = performance.now();
    const { error } = spawnSync(program, args, { stdio: 'ignore', cwd: folder });
    if (error) throw error;
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}

const version = best(['--version']);
const builtin = best(['diagnose', log]);
const loaded = best(['diagnose', '--rules', inRoot('rules'), log]);
const row = (what, ms) => console.log(`${what.padEnd(44)} ${ms.toFixed(1).padStart(7)} ms`);
row('the program alone (--version)', version);
row('ten lines, built-in rules', builtin);
row('ten lines, as many rules again from --rules', loaded);
console.log(`${'loading them, in starts of the program'.padEnd(44)} ${((loaded - builtin) / builtin).toFixed(1).padStart(7)}`);
