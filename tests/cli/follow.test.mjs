// diagnose --follow on real files that grow, are renamed, cut and begun anew while the engine reads them, as jobs and logrotate do it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { engine, sampleLog } from '../../scripts/lib/paths.mjs';

const program = process.env.FIRSTFAULT_ENGINE ?? engine;
const log = readFileSync(sampleLog, 'utf8');
const verdict = /^Rank 5 failed first: .*\(certain\)$/m;
// A second is the promise on a machine that has one to spare; this one may be building meanwhile.
const kPatience = 20_000;

/** A folder of its own and the engine following in it. */
async function following(args, body, { stdin = 'ignore' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'firstfault-follow-'));
  const file = (name) => join(folder, name);
  const started = { out: '', err: '' };
  let child;
  const start = () => {
    child = spawn(program, ['diagnose', '--follow', ...args], { cwd: folder, stdio: [stdin, 'pipe', 'pipe'], env: { PATH: process.env.PATH } });
    child.stdout.setEncoding('utf8').on('data', (text) => (started.out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (started.err += text));
    started.ended = new Promise((resolve) => child.on('close', (status, signal) => resolve(signal ?? status)));
    started.child = child;
    return started;
  };
  try {
    await body({ file, start });
  } finally {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function until(says, what) {
  const begin = performance.now();
  while (!says()) {
    assert.ok(performance.now() - begin < kPatience, `waited in vain for ${what}`);
    await sleep(10);
  }
  return Math.round(performance.now() - begin);
}

/** What torch prints when a rank ends with this error. */
const raised = (rank, error) =>
  ['Traceback (most recent call last):', '  File "/home/dev/train.py", line 88, in <module>', '    main()', error].map((line) => `[rank${rank}]: ${line}\n`).join('');

const reportsOf = (text) => text.split('\n').filter((line) => line.startsWith('Cause ')).length;

test('the verdict comes while the job runs, once, and the whole report on Ctrl-C', async (t) => {
  await following(['train.log'], async ({ file, start }) => {
    const steps = Array.from({ length: 1000 }, (_, i) => `[rank0]: step ${i}\n`).join('');
    writeFileSync(file('train.log'), steps);
    const run = start();
    await sleep(400);
    assert.equal(run.out, '');
    appendFileSync(file('train.log'), log);
    t.diagnostic(`verdict after ${await until(() => verdict.test(run.out), 'the verdict')} ms`);
    for (let i = 0; i < 5; ++i) {
      appendFileSync(file('train.log'), `[rank0]: waits ${i}\n`);
      await sleep(200);
    }
    assert.equal(run.out.trim().split('\n').length, 1, 'a verdict that stays is not repeated');
    assert.equal(reportsOf(run.out), 0);
    run.child.kill('SIGINT');
    assert.equal(await run.ended, 1);
    assert.equal(reportsOf(run.out), 1);
    assert.equal(run.err, '');
  });
});

test('a verdict comes also within the first 200 lines', async () => {
  await following(['train.log'], async ({ file, start }) => {
    writeFileSync(file('train.log'), '');
    const run = start();
    appendFileSync(file('train.log'), raised(3, 'IndexError: Target 7 is out of bounds.') + raised(0, 'RuntimeError: [pair.cc:534] Connection closed by peer [127.0.0.1]:40132'));
    await until(() => /^Rank 3 failed first/m.test(run.out), 'the verdict');
  });
});

test('a log that is not there yet is waited for, and none at all is an error', async () => {
  await following(['later.log'], async ({ file, start }) => {
    const run = start();
    await until(() => run.err.includes('waiting for later.log'), 'the message');
    writeFileSync(file('later.log'), log);
    await until(() => verdict.test(run.out), 'the verdict');
    run.child.kill('SIGINT');
    assert.equal(await run.ended, 1);
  });
  await following(['never.log'], async ({ start }) => {
    const run = start();
    await until(() => run.err.includes('waiting for never.log'), 'the message');
    run.child.kill('SIGTERM');
    assert.equal(await run.ended, 2);
    assert.match(run.err, /never\.log: cannot open: No such file/);
  });
});

test('a log that is renamed in the middle of a traceback is read on in the new file', async () => {
  await following(['train.log'], async ({ file, start }) => {
    const lines = log.split(/(?<=\n)/);
    const half = lines.findIndex((line) => line.includes('losses.py')) + 1;
    writeFileSync(file('train.log'), lines.slice(0, half).join(''));
    const run = start();
    await sleep(400);
    renameSync(file('train.log'), file('train.log.1'));
    writeFileSync(file('train.log'), lines.slice(half).join(''));
    await until(() => verdict.test(run.out), 'the verdict');
    run.child.kill('SIGINT');
    assert.equal(await run.ended, 1);
    assert.match(run.out, /train\.log: a new file took its place after \d+ bytes/);
  });
});

test('a log that is copied and truncated is read on', async () => {
  await following(['train.log'], async ({ file, start }) => {
    writeFileSync(file('train.log'), '[rank0]: step 1\n'.repeat(5000));
    const run = start();
    await sleep(400);
    copyFileSync(file('train.log'), file('train.log.1'));
    truncateSync(file('train.log'), 0);
    await sleep(400);
    appendFileSync(file('train.log'), log);
    await until(() => verdict.test(run.out), 'the verdict');
    run.child.kill('SIGINT');
    assert.equal(await run.ended, 1);
    assert.match(run.out, /train\.log: was truncated after 80000 bytes/);
  });
});

test('files that appear in a folder are read, rotated copies are not', async () => {
  await following(['job', '--json'], async ({ file, start }) => {
    mkdirSync(file('job'));
    writeFileSync(file('job/agent.log'), 'starts\n');
    const run = start();
    await sleep(600);
    copyFileSync(file('job/agent.log'), file('job/agent.log.1'));
    mkdirSync(file('job/node1'));
    writeFileSync(file('job/node1/train.log'), log);
    await until(() => /Rank 5 failed first/.test(run.err), 'the verdict');
    run.child.kill('SIGINT');
    assert.equal(await run.ended, 1);
    const paths = JSON.parse(run.out).inputs.filter((input) => input.kind === 'log').map((input) => input.path);
    assert.deepEqual(paths, ['job/agent.log', 'job/node1/train.log']);
  });
});

test('standard input is followed to its end, with the verdict before it', async () => {
  await following(['-'], async ({ start }) => {
    const run = start();
    for (let at = 0; at < log.length; at += 7001) run.child.stdin.write(log.slice(at, at + 7001));
    await until(() => verdict.test(run.out), 'the verdict');
    assert.equal(reportsOf(run.out), 0);
    run.child.stdin.end();
    assert.equal(await run.ended, 1);
    assert.equal(reportsOf(run.out), 1);
  }, { stdin: 'pipe' });
});

test('a job whose launcher said how it failed is over when its log is quiet', async () => {
  await following(['train.log'], async ({ file, start }) => {
    writeFileSync(file('train.log'), log);
    const run = start();
    assert.equal(await run.ended, 1);
    assert.equal(reportsOf(run.out), 1);
  });
});
