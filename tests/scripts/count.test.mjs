import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tally, ofCTest, ofNodeTest } from '../../scripts/lib/count.mjs';

test('results of CTest are counted by program', () => {
  assert.deepEqual(ofCTest('97% tests passed, 1 tests failed out of 31\n'), { passed: 30, failed: 1 });
  assert.deepEqual(ofCTest('100% tests passed, 0 tests failed out of 12\n'), { passed: 12, failed: 0 });
});

test('results of Node\'s tests are counted by test; a cancelled one has failed', () => {
  assert.deepEqual(ofNodeTest('# tests 9\n# pass 6\n# fail 2\n# cancelled 1\n'), { passed: 6, failed: 3 });
});

test('a program that reports nothing, or ran nothing, has failed', () => {
  for (const output of ['', 'Segmentation fault\n']) {
    assert.deepEqual(ofCTest(output), { passed: 0, failed: 1 });
    assert.deepEqual(ofNodeTest(output), { passed: 0, failed: 1 });
  }
  assert.deepEqual(ofCTest('100% tests passed, 0 tests failed out of 0\n'), { passed: 0, failed: 1 });
});

test('a tally adds up', () => {
  const tally = new Tally();
  tally.add({ passed: 3, failed: 1 });
  tally.add({ passed: 2, failed: 0 });
  assert.deepEqual({ passed: tally.passed, failed: tally.failed }, { passed: 5, failed: 1 });
});
