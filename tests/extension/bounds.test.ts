import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Intake } from '../../extension/src/capture/intake.ts';
import { LineCache } from '../../extension/src/capture/linecache.ts';
import { TerminalNames } from '../../extension/src/capture/names.ts';
import { RestartPolicy } from '../../extension/src/engine/restarts.ts';

// An engine that takes a chunk only when told to.
function slowEngine() {
  const taken: [number, string][] = [];
  const waiting: (() => void)[] = [];
  const send = (seq: number, data: string) => {
    taken.push([seq, data]);
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const takeAll = () => waiting.splice(0).forEach((resolve) => resolve());
  return { taken, send, takeAll };
}

test('chunks are numbered from 0 in the order they came', async () => {
  const { taken, send, takeAll } = slowEngine();
  const intake = new Intake(send, 100);
  assert.equal(intake.offer('a') && intake.offer('b'), true);
  takeAll();
  await intake.settled();
  assert.deepEqual(taken, [[0, 'a'], [1, 'b']]);
});

test('text beyond the capacity is dropped whole, and the numbers show the gap', async () => {
  const { taken, send, takeAll } = slowEngine();
  const intake = new Intake(send, 10);
  assert.equal(intake.offer('12345678'), true);
  assert.equal(intake.offer('abc'), false);
  assert.equal(intake.offer('ab'), true);
  takeAll();
  await intake.settled();
  assert.equal(intake.offer('abc'), true);
  assert.deepEqual(taken.map(([seq]) => seq), [0, 2, 3]);
});

test('a single chunk larger than the capacity still passes when nothing waits', () => {
  const { taken, send } = slowEngine();
  assert.equal(new Intake(send, 4).offer('123456'), true);
  assert.equal(taken.length, 1);
});

test('a lost chunk frees its room and breaks nothing', async () => {
  const intake = new Intake(() => Promise.reject(new Error('engine gone')), 4);
  assert.equal(intake.offer('1234'), true);
  await intake.settled();
  assert.equal(intake.offer('5678'), true);
});

test('the line cache keeps the latest and forgets the oldest', () => {
  const cache = new LineCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  cache.set('c', 4);
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [3, undefined, 4]);
  cache.clear();
  assert.equal(cache.get('a'), undefined);
});

test('the line cache remembers that a line means nothing', () => {
  const cache = new LineCache<number | null>();
  cache.set('quiet line', null);
  assert.equal(cache.get('quiet line'), null);
});

test('terminals of one title have names of their own, and keep them', () => {
  const names = new TerminalNames<object>();
  const [first, second] = [{}, {}];
  assert.deepEqual([names.of(first, 'bash'), names.of(second, 'bash'), names.of(first, 'renamed')], ['bash', 'bash 2', 'bash']);
});

test('an engine that keeps crashing is restarted four times in three minutes, not more', () => {
  const policy = new RestartPolicy();
  const answers = [0, 1, 2, 3, 4].map((second) => policy.mayRestart(second * 1000));
  assert.deepEqual(answers, [true, true, true, true, false]);
  assert.equal(policy.mayRestart(180_000), true, 'the first crash is long ago by now');
  policy.reset();
  assert.equal(policy.mayRestart(180_001), true);
});
