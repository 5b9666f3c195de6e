import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { explainStartFailure, explainWrongAnswer, locateEngine, type System } from '../../extension/src/engine/locate.ts';

// A machine on which exactly these files exist; those marked "x" are executable.
function machine(files: Record<string, 'x' | '-' | 'fixed'>, path: string[] = []): System {
  return {
    platform: 'linux',
    arch: 'x64',
    path: path.join(delimiter),
    isFile: (name) => name in files,
    isExecutable: (name) => files[name] === 'x',
    makeExecutable: (name) => files[name] === '-',
  };
}

const bundled = '/ext/extension/bin/firstfault';

test('the setting wins over the bundled engine', () => {
  const system = machine({ '/mine/engine': 'x', [bundled]: 'x' });
  assert.deepEqual(locateEngine(system, '/mine/engine', '/ext'), { kind: 'found', path: '/mine/engine', from: 'setting' });
});

test('a setting that names nothing is an error and does not fall back', () => {
  const located = locateEngine(machine({ [bundled]: 'x' }), '/gone', '/ext');
  assert.equal(located.kind, 'failed');
  assert.match(located.kind === 'failed' ? located.message : '', /firstfault\.engine\.path names "\/gone", which is not a file/);
});

test('a setting without the execute bit says how to set it', () => {
  const located = locateEngine(machine({ '/mine/engine': '-' }), '/mine/engine', '/ext');
  assert.match(located.kind === 'failed' ? located.message : '', /chmod \+x "\/mine\/engine"/);
});

test('the bundled engine is used, and made executable where unpacking lost the bit', () => {
  for (const bits of ['x', '-'] as const) {
    assert.deepEqual(locateEngine(machine({ [bundled]: bits }), '', '/ext'), { kind: 'found', path: bundled, from: 'bundle' });
  }
});

test('a bundled engine that cannot be made executable is explained', () => {
  const located = locateEngine(machine({ [bundled]: 'fixed' }), '', '/ext');
  assert.match(located.kind === 'failed' ? located.message : '', /not executable and this user may not change that/);
});

test('without a bundled engine the PATH is searched, in order, for executables only', () => {
  const system = machine({ '/a/firstfault': '-', '/b/firstfault': 'x', '/c/firstfault': 'x' }, ['', '/a', '/b', '/c']);
  assert.deepEqual(locateEngine(system, '', '/ext'), { kind: 'found', path: '/b/firstfault', from: 'path' });
});

test('nothing anywhere names the platform and the way out', () => {
  const located = locateEngine(machine({}, ['/usr/bin']), '', '/ext');
  assert.match(located.kind === 'failed' ? located.message : '', /no engine for linux-x64.*firstfault\.engine\.path/);
});

test('each way of failing to start is explained in words', () => {
  const words: [string | undefined, RegExp][] = [
    ['ENOEXEC', /not a program for linux-x64/],
    ['EACCES', /noexec/],
    ['ENOENT', /the loader it needs does not exist/],
    ['EMFILE', /could not be started \(EMFILE\)/],
    [undefined, /unknown error/],
  ];
  for (const [code, expected] of words) assert.match(explainStartFailure('/e', code, { platform: 'linux', arch: 'x64' }), expected);
});

test('a program that is no engine is quoted, but not at length and not with control characters', () => {
  const system = { platform: 'linux', arch: 'x64' };
  assert.match(explainWrongAnswer('/e', 'one\ntwo\n\u001b[31mthree\u0007\nfour\n', system), /It said: two \| \[31mthree \| four$/);
  assert.ok(explainWrongAnswer('/e', 'x'.repeat(100_000), system).length < 600);
  assert.match(explainWrongAnswer('/e', '', system), /engine for linux-x64.*or clear it\.$/);
});
