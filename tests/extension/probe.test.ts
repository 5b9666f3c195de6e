import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { probeEngine } from '../../extension/src/engine/probe.ts';

const folder = mkdtempSync(join(tmpdir(), 'firstfault-probe-'));
after(() => rmSync(folder, { recursive: true }));

function program(name: string, content: string, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode });
  return path;
}

test('an engine gives its version', async () => {
  assert.equal(await probeEngine(program('good', '#!/bin/sh\necho "firstfault 1.2.3 (9 rules)"\n')), 'firstfault 1.2.3 (9 rules)');
});

test('a program that fails is quoted', async () => {
  await assert.rejects(probeEngine(program('bad', '#!/bin/sh\necho broken >&2\nexit 3\n')), /not a working Firstfault engine.*It said: broken/);
});

test('a program that is something else is told apart', async () => {
  await assert.rejects(probeEngine(program('other', '#!/bin/sh\necho other 1.0\n')), /did not answer --version/);
});

test('a file that is no program of this machine', async () => {
  await assert.rejects(probeEngine(program('foreign', '\u007fELF but not really')), /not a working Firstfault engine for \w+-\w+/);
});

test('one without the execute bit, and one that is missing', async () => {
  await assert.rejects(probeEngine(program('plain', '#!/bin/sh\n', 0o644)), /execute bit is missing|noexec/);
  await assert.rejects(probeEngine(join(folder, 'nothing')), /does not exist on this machine/);
});
