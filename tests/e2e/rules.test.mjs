// The encyclopedia and rule files in a real VS Code, without any failure: a page opens, and a rule file is checked by its schema.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { openEditor } from './lib/session.mjs';
import { eventually } from './lib/wait.mjs';
import * as user from './lib/workbench.mjs';

const rule = '.firstfault/rules/mine/shard-poisoned.jsonc';
let editor;
let page;

before(async () => {
  editor = await openEditor();
  page = editor.page;
  const path = join(editor.workspace, rule);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '{\n  "$schema": "firstfault://schemas/signature-1.json",\n  "id": "shard-poisoned",\n  "titel": "Our trainer refused a shard"\n}\n');
});
after(() => editor?.close());
afterEach(async (context) => {
  if (!context.passed && editor) await editor.screenshot(`failed-${context.name.replaceAll(/\W+/g, '-')}`);
});

test('Explain… opens the page of a cause, offline', async () => {
  await user.runCommand(page, 'Firstfault: Explain…');
  await user.answerQuickInput(page, 'memory.cuda_oom');
  await user.waitForPreview(page, 'memory.cuda_oom.md', 'The GPU ran out of memory');
  await editor.screenshot('explain');
});

test('a name that nothing bears is answered with a message', async () => {
  await user.runCommand(page, 'Firstfault: Explain…');
  await user.answerQuickInput(page, 'memory.cuda_omm');
  await user.toast(page, "nothing is known by the name 'memory.cuda_omm'").waitFor();
  await user.closeToasts(page);
});

test('a rule file is checked by the schema that it names', async () => {
  await user.openFile(page, 'shard-poisoned.jsonc');
  const found = await eventually('Problems names the wrong key', async () => (await user.problems(page)).find((row) => row.includes('titel')));
  assert.match(found, /not allowed/);
});
