// Exported fingerprints in the hands of the tools that they are for (`npm run test:all`): each must take its file, and see in the lines of
// the corpus what grep sees with the same patterns.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { engine } from '../../scripts/lib/paths.mjs';
import { failedLines } from './corpus.mjs';
import { findTool } from './tools.mjs';

const kQuietLines = 300;
const kLimit = 64 * 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'firstfault-'));
after(() => rmSync(folder, { recursive: true }));

const tools = Object.fromEntries(['promtool', 'mtail', 'logcli', 'vrl', 'python3'].map((name) => [name, findTool(name)]));
const skipWithout = (...names) => names.map((name) => tools[name].skip).find((why) => why !== undefined) ?? false;

function run(command, args, input = '') {
  const { stdout, stderr, status, error } = spawnSync(command, args, { encoding: 'utf8', input, cwd: folder, maxBuffer: kLimit, env: { ...process.env, LC_ALL: 'C' } });
  assert.equal(error, undefined);
  return { stdout, stderr, status };
}

function exported(format, ...more) {
  const { stdout, status, stderr } = run(engine, ['rules', 'export', '--format', format, '--cause', 'all', ...more]);
  assert.equal(status, 0, stderr);
  const path = join(folder, format);
  writeFileSync(path, stdout);
  return { path, text: stdout };
}

const seenBy = (output) => new Set(output.split('\n').filter((line) => line !== ''));

/** Lines that grep hits, and some that it does not. */
function sample() {
  const lines = failedLines();
  const hit = seenBy(run('grep', ['-aE', '-f', exported('grep').path], `${lines.join('\n')}\n`).stdout);
  assert.ok(hit.size > 200, `grep hits only ${hit.size} lines`);
  return { hit, lines: [...hit, ...lines.filter((line) => line !== '' && !hit.has(line)).slice(0, kQuietLines)] };
}

/** grep is looser: it has no exceptions and no large counts. Nearly all must agree, and none may be seen that grep does not see. */
function checkSeen(seen, hit) {
  assert.deepEqual([...seen].filter((line) => !hit.has(line)), []);
  const lost = [...hit].filter((line) => !seen.has(line));
  assert.ok(lost.length * 50 <= hit.size, `${lost.length} of ${hit.size} lines are lost:\n${lost.join('\n')}`);
}

test('promtool takes the rules for Prometheus', { skip: skipWithout('promtool') }, () => {
  const { status, stdout, stderr } = run(tools.promtool.path, ['check', 'rules', exported('prometheus').path]);
  assert.equal(status, 0, stdout + stderr);
});

test('the first count of a new counter raises the alarm, a constant counter does not', { skip: skipWithout('promtool') }, () => {
  const { path } = exported('prometheus');
  const alert = (minute, instances) => ({ eval_time: `${minute}m`, alertname: 'FirstfaultHardwareEcc', exp_alerts: instances });
  const series = (instance, values) => ({ series: `firstfault_fingerprints_total{cause="hardware.ecc",signature="x",instance="${instance}"}`, values });
  const fired = (text) => /FirstfaultHardwareEcc/.test(text);
  const check = (minute, expected) => {
    const file = join(folder, 'test.json'); // JSON is YAML
    writeFileSync(file, JSON.stringify({
      rule_files: [path],
      evaluation_interval: '1m',
      tests: [{ interval: '1m', input_series: [series('new', '_x15 1+0x40'), series('old', '5+0x60')], alert_rule_test: [alert(minute, [])] }],
    }));
    const { status, stdout: out, stderr } = run(tools.promtool.path, ['test', 'rules', file]);
    assert.equal(status !== 0 && fired(out + stderr), expected, `at minute ${minute}:\n${out}${stderr}`);
    assert.ok(!/instance="old"/.test(out + stderr));
  };
  check(12, false);
  check(17, true);
  check(40, false);
});

test('mtail counts the lines that grep hits', { skip: skipWithout('mtail') }, () => {
  const { hit, lines } = sample();
  exported('mtail');
  run('sh', ['-c', 'mkdir -p progs && cp mtail progs/firstfault.mtail']);
  writeFileSync(join(folder, 'log'), `${lines.join('\n')}\n`);
  const args = ['--one_shot', '--one_shot_format', 'prometheus', '--logtostderr', '--max_regexp_length', '20000', '--progs', 'progs', '--logs', join(folder, 'log')];
  const { stdout, stderr, status } = run(tools.mtail.path, args);
  assert.equal(status, 0, stderr.slice(-2000));
  const counts = [...stdout.matchAll(/^firstfault_fingerprints_total\{.*\} (\d+)$/gm)].map((match) => Number(match[1]));
  const total = counts.reduce((sum, count) => sum + count, 0); // A line counts once for each pattern that hits it.
  assert.ok(total >= hit.size * 0.98, `${total} counts for ${hit.size} lines`);
});

test('Loki takes each rule, and sees the lines that grep hits', { skip: skipWithout('logcli') }, () => {
  const { hit, lines } = sample();
  const rules = exported('loki').text.split('      - alert: ').slice(1);
  const seen = new Set();
  for (const rule of rules) {
    const expression = /expr: \|-\n((?: {10}.*\n)+)/.exec(rule)[1];
    const { status, stderr } = run(tools.logcli.path, ['fmt'], expression);
    assert.equal(status, 0, `${expression}\n${stderr}`);
    for (const [, query] of expression.matchAll(/count_over_time\((.*) \[5m\]\)\)$/gm)) {
      const found = run(tools.logcli.path, ['--stdin', 'query', '--output=raw', '--limit=100000', query], `${lines.join('\n')}\n`);
      assert.equal(found.status, 0, `${query}\n${found.stderr}`);
      for (const line of seenBy(found.stdout)) seen.add(line);
    }
  }
  checkSeen(seen, hit);
});

function vrlSees(program, lines) {
  writeFileSync(join(folder, 'program.vrl'), program);
  writeFileSync(join(folder, 'events.json'), lines.map((message) => `${JSON.stringify({ message })}\n`).join(''));
  const { stdout, stderr, status } = run(tools.vrl.path, ['--input', 'events.json', '--program', 'program.vrl', '--print-object']);
  assert.equal(status, 0, stderr.slice(-4000));
  const seen = stdout.split('\n').map((line, index) => (/"?firstfault"?: \{/.test(line) ? lines[index] : undefined));
  return new Set(seen.filter((line) => line !== undefined));
}

test('Vector marks the lines that grep hits', { skip: skipWithout('vrl', 'python3') }, () => {
  const { hit, lines } = sample();
  const { path } = exported('vector');
  const script = 'import sys, tomllib; print(tomllib.load(open(sys.argv[1], "rb"))["transforms"]["firstfault"]["source"])';
  const { stdout, stderr, status } = run(tools.python3.path, ['-c', script, path]);
  assert.equal(status, 0, stderr);
  checkSeen(vrlSees(stdout, lines), hit);
});

test('rules for Datadog parse as grok, and see the lines that grep hits', { skip: skipWithout('vrl') }, () => {
  const { hit, lines } = sample();
  const book = JSON.parse(exported('datadog').text);
  const processors = book.pipeline.processors.flatMap(({ processors: inner }) => inner);
  const rules = processors.flatMap(({ grok }) => grok.match_rules.split('\n')).map((rule) => rule.slice(rule.indexOf(' ') + 1));
  const program = `found, err = parse_groks(.message, ${JSON.stringify(rules)})\nif err == null { . = found }\n.`;
  checkSeen(vrlSees(program, lines), hit);
});
