// A failing job of four real processes in a real VS Code: what its user sees and does. The tests share one editor and run in order.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { openEditor } from './lib/session.mjs';
import { eventually } from './lib/wait.mjs';
import * as user from './lib/workbench.mjs';

const verdict = 'Rank 2 failed first';
const failingLine = 'F.cross_entropy(logits, labels)';
let editor;
let page;

before(async () => {
  editor = await openEditor();
  page = editor.page;
  const { stdout, stderr } = trainHere();
  writeFileSync(join(editor.workspace, 'train.log'), stdout + stderr);
});
after(() => editor?.close());
afterEach(async (context) => {
  if (!context.passed && editor) {
    await editor.screenshot(`failed-${context.name.replaceAll(/\W+/g, '-')}`);
    context.diagnostic(`the extension's log:\n${editor.log()}`);
  }
});

async function clearFindings() {
  await user.closeToasts(page);
  if ((await user.problems(page)).length > 0) await user.runCommand(page, 'Firstfault: Clear Findings');
  await user.waitForNoProblems(page);
}

test('a job that fails in the terminal is reported at the user\'s line, without asking', async () => {
  await user.openTerminal(page);
  await user.typeInTerminal(page, 'python3 train.py');
  await user.waitForTerminal(page, 'exit codes by rank: 1 1 1 1');
  const problem = await user.waitForProblem(page, verdict);
  assert.match(problem, /losses\.py.*line 5|line 5.*losses\.py|at line 5/);
  await user.statusItem(page, 'rank 2: class index out of range').waitFor();
  await user.openFile(page, 'losses.py');
  await page.locator('.squiggly-error').first().waitFor();
  await editor.screenshot('problems');
});

test('nothing pops up for a failure that was found by itself', async () => {
  assert.equal(await page.locator('.notifications-toasts .notification-list-item').count(), 0);
});

test('hovering the squiggle says what happened', async () => {
  const hover = await user.hoverCode(page, failingLine);
  assert.match(hover, /Rank 2 failed first: .*7.*5/s);
  await editor.screenshot('hover-on-code');
  await page.locator('.monaco-hover:visible a', { hasText: 'All about this cause' }).first().click();
  await user.waitForPreview(page, 'data.class_index_out_of_range.md', 'class index');
  await page.locator('.tab', { hasText: 'Preview data.class_index_out_of_range.md' }).click({ button: 'middle' });
});

test('hovering another rank\'s error in the terminal names the rank that failed first', async () => {
  await user.showTerminal(page);
  const { box, text } = await user.hoverTerminal(page, 'Connection closed by peer', verdict);
  assert.match(text, /Collateral/);
  await editor.screenshot('hover-in-terminal');
  await user.followTerminalLink(page, box);
  await user.waitForCursor(page, 'losses.py', 5);
});

test('Diagnose Terminal Selection', async () => {
  await clearFindings();
  await user.showTerminal(page);
  await page.evaluate(() => navigator.clipboard.writeText('mine'));
  await user.runCommand(page, 'View: Toggle Maximized Panel');
  await user.scrollTerminalUpTo(page, '[rank2]: Traceback');
  await user.selectInTerminal(page, '[rank2]: Traceback', '[rank2]: IndexError: Target 7 is out of bounds.');
  await user.terminalMenu(page, '[rank2]: IndexError', 'Diagnose Terminal Selection');
  await user.toast(page, verdict).waitFor();
  await editor.screenshot('terminal-selection');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'mine', 'the clipboard is the user\'s again');
  await user.runCommand(page, 'View: Toggle Maximized Panel');
  await user.waitForProblem(page, verdict);
});

test('Diagnose Last Command, then Show', async () => {
  await clearFindings();
  await page.locator('.tab[data-resource-name="losses.py"]').click({ button: 'middle' });
  await user.showTerminal(page);
  await user.runCommand(page, 'Firstfault: Diagnose Last Command');
  await user.toast(page, verdict).waitFor();
  await user.toast(page, verdict).locator('.monaco-button', { hasText: 'Show' }).click();
  await user.waitForCursor(page, 'losses.py', 5);
  await user.waitForProblem(page, verdict);
});

test('Diagnose Selection, on a log in an editor', async () => {
  await clearFindings();
  await user.openFile(page, 'train.log');
  await page.locator('.editor-instance .view-lines').click();
  await page.keyboard.press('Control+A');
  await user.editorMenu(page, '[rank', 'Diagnose Selection');
  await user.toast(page, verdict).waitFor();
  await user.waitForProblem(page, verdict);
  await editor.screenshot('editor-selection');
});

test('Diagnose Log File or Folder…, from the Explorer', async () => {
  await clearFindings();
  await page.keyboard.press('Control+Shift+E');
  await user.explorerMenu(page, 'train.log', 'Diagnose Log File or Folder');
  await user.toast(page, verdict).waitFor();
  await user.waitForProblem(page, verdict);
});

test('text without a failure gets a plain answer and no finding', async () => {
  await clearFindings();
  await user.openFile(page, 'losses.py');
  await page.locator('.editor-instance .view-lines').click();
  await page.keyboard.press('Control+A');
  await user.editorMenu(page, failingLine, 'Diagnose Selection');
  await user.toast(page, 'No failure').waitFor();
  assert.deepEqual(await user.problems(page), []);
});

test('the engine is started anew when it dies, and works on', async () => {
  await user.closeToasts(page);
  const before = enginePid();
  process.kill(before, 'SIGKILL');
  await page.keyboard.press('Control+Shift+E');
  await user.explorerMenu(page, 'train.log', 'Diagnose Log File or Folder');
  await user.waitForProblem(page, verdict);
  assert.notEqual(enginePid(), before);
  await user.closeToasts(page);
});

test('an engine path that names nothing is explained, and a corrected one works at once', async () => {
  await clearFindings();
  editor.setOnMachine({ 'firstfault.engine.path': '/no/such/engine' });
  await eventually('the setting has arrived', () => editor.log().includes('/no/such/engine'));
  await user.explorerMenu(page, 'train.log', 'Diagnose Log File or Folder');
  await user.toast(page, 'firstfault.engine.path names "/no/such/engine", which is not a file').waitFor();
  await editor.screenshot('wrong-engine-path');
  editor.setOnMachine({});
  await user.closeToasts(page);
  await eventually('a corrected setting works', async () => {
    await user.explorerMenu(page, 'train.log', 'Diagnose Log File or Folder');
    await user.waitForProblem(page, verdict, 3000);
    return true;
  });
  await user.closeToasts(page);
});

test('a program that is no engine is named with its last words, once', async () => {
  await clearFindings();
  const broken = join(editor.server.home, 'bin/broken');
  writeFileSync(broken, '#!/bin/sh\necho no engine here >&2\nexit 3\n', { mode: 0o755 });
  editor.setOnMachine({ 'firstfault.engine.path': broken });
  await eventually('the setting has arrived', () => editor.log().includes(broken));
  await user.explorerMenu(page, 'train.log', 'Diagnose Log File or Folder');
  await user.toast(page, 'no engine here').waitFor();
  await editor.screenshot('broken-engine');
  assert.equal(await page.locator('.notifications-toasts .notification-list-item').count(), 1);
  editor.setOnMachine({});
  await user.closeToasts(page);
  await eventually('a corrected setting works', async () => {
    await user.explorerMenu(page, 'train.log', 'Diagnose Log File or Folder');
    await user.waitForProblem(page, verdict, 3000);
    return true;
  });
  await user.closeToasts(page);
});

test('the quick fix puts a check before the call, and the program then names the bad label', async () => {
  await user.openFile(page, 'losses.py');
  const offered = await user.openLightBulb(page, failingLine);
  await editor.screenshot('light-bulb');
  assert.ok(offered.some((title) => title.includes('Check targets before cross_entropy')), offered.join(' | '));
  await user.pickFromLightBulb(page, 'Check targets before cross_entropy');
  await page.locator('.tab.dirty[data-resource-name="losses.py"]').waitFor();
  await page.keyboard.press('Control+S');
  await page.locator('.tab[data-resource-name="losses.py"]:not(.dirty)').waitFor();
  await editor.screenshot('quick-fix-applied');
  assert.equal(editor.read('losses.py'), readFileSync(inRoot('tests/e2e/expected/losses.py'), 'utf8'));

  const run = trainHere();
  assert.equal(run.status, 1);
  assert.match(run.stderr, /\[rank2\]: ValueError: cross_entropy targets outside \[0, 5\): \[7\]/);
});

function trainHere() {
  const env = { PATH: '/usr/bin:/bin', PYTHONDONTWRITEBYTECODE: '1' };
  return spawnSync('python3', ['train.py'], { cwd: editor.workspace, env, encoding: 'utf8' });
}

function enginePid() {
  const listed = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).stdout.split('\n');
  const found = listed.filter((line) => line.includes(editor.server.home) && line.trimEnd().endsWith('/bin/firstfault lsp'));
  assert.equal(found.length, 1, 'one engine runs');
  return Number.parseInt(found[0], 10);
}
