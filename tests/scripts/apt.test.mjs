// What the set-up does where it cannot install: it lists what is needed and stops.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inRoot } from '../../scripts/lib/paths.mjs';

const programs = mkdtempSync(join(tmpdir(), 'firstfault-path-'));
after(() => rmSync(programs, { recursive: true }));

const script = `
  import { ensurePackages } from '${inRoot('scripts/lib/apt.mjs')}';
  import { main } from '${inRoot('scripts/lib/run.mjs')}';
  await main(() => ensurePackages(['g++', 'no-such-package'], false)); // A user who is not root.
`;

function ensure(env = {}) {
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: { PATH: programs, ...env }, encoding: 'utf8' });
}

function provide(name, body) {
  writeFileSync(join(programs, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

test('a system without apt: says so, lists the packages, stops', () => {
  const { status, stderr } = ensure();
  assert.equal(status, 1);
  assert.match(stderr, /has no apt, so nothing was installed/);
  assert.match(stderr, /g\+\+ no-such-package/);
});

test('a system without apt whose user has installed everything: goes on when told so', () => {
  assert.equal(ensure({ FIRSTFAULT_SKIP_PACKAGES: '1' }).status, 0);
});

test('neither root nor sudo: lists only what is missing, and stops', () => {
  symlinkSync('/bin/sh', join(programs, 'sh'));
  provide('dpkg-query', 'echo "g++ installed"');
  provide('apt-get', 'exit 0');
  const { status, stderr } = ensure();
  assert.equal(status, 1);
  assert.match(stderr, /not root and there is no sudo/);
  assert.match(stderr, /Needed[^\n]*\n {2}no-such-package\n/);
});

test('with sudo: says what it installs, and goes through sudo', () => {
  provide('sudo', `echo "sudo $*" >> ${join(programs, 'asked')}; exit 0`);
  const { status, stderr } = ensure();
  assert.equal(status, 0, stderr);
  assert.match(stderr, /installs with apt \(through sudo\): no-such-package/);
  assert.match(readFileSync(join(programs, 'asked'), 'utf8'), /^sudo env \S+ apt-get .*install -y --no-install-recommends no-such-package$/m);
});

test('apt that fails is not taken for success', () => {
  provide('sudo', 'exit 100');
  const { status, stderr } = ensure();
  assert.equal(status, 1);
  assert.match(stderr, /apt-get failed/);
});
