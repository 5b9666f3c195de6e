// What a user does in the editor, one function each. Selectors of VS Code stand here and nowhere else.
import { eventually, pause } from './wait.mjs';

const terminalRows = '.terminal-wrapper.active .xterm-rows > div';
const editorLines = '.editor-instance .view-lines .view-line';

/** The box of a text within the last visible row of `rows` that holds it; null where none does. */
export async function textBox(page, rows, text) {
  return page.evaluate(([rows, text]) => {
    const plain = (value) => value.replace(/\u00a0/g, ' ');
    const isVisible = (row) => {
      const { x, y, height } = row.getBoundingClientRect();
      return row.closest('.editor-instance, .terminal-wrapper')?.contains(document.elementFromPoint(x + 2, y + height / 2)) ?? false;
    };
    const row = [...document.querySelectorAll(rows)].filter((found) => plain(found.textContent).includes(text) && isVisible(found)).at(-1);
    if (!row) return null;
    const start = plain(row.textContent).indexOf(text);
    const end = start + text.length;
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let position = 0;
    let started = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const length = node.data.length;
      if (!started && start < position + length) {
        range.setStart(node, start - position);
        started = true;
      }
      if (started && end <= position + length) {
        range.setEnd(node, end - position);
        break;
      }
      position += length;
    }
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  }, [rows, text]);
}

export async function openFile(page, name) {
  await fillQuickInput(page, 'Control+P', name);
  const label = page.locator('.quick-input-list .monaco-list-row .label-name').filter({ hasText: new RegExp(`^${RegExp.escape(name)}$`) });
  await label.first().click();
  await page.locator(`.tabs-container .tab[data-resource-name="${name}"]`).waitFor();
}

export async function runCommand(page, title) {
  await fillQuickInput(page, 'F1', `>${title}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
}

// A focus that arrives late elsewhere closes the quick input again: then once more.
async function fillQuickInput(page, key, text) {
  await eventually(`${key} opens the quick input`, async () => {
    await page.keyboard.press(key);
    await page.locator('.quick-input-widget:visible .quick-input-box input').fill(text, { timeout: 2000 });
    return true;
  });
}

/** Types into the input that a command has opened. */
export async function answerQuickInput(page, text) {
  const input = page.locator('.quick-input-widget:visible .quick-input-box input');
  await page.locator('.quick-input-widget:visible .quick-input-title', { hasText: 'Firstfault' }).waitFor();
  await input.fill(text);
  await page.keyboard.press('Enter');
}

/** The rendered Markdown of `name`, once it holds `text`. */
export async function waitForPreview(page, name, text) {
  await page.locator('.tabs-container .tab', { hasText: `Preview ${name}` }).waitFor();
  const body = page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame').locator('body');
  await body.filter({ hasText: text }).waitFor();
}

// ---- terminal

export async function showTerminal(page) {
  await page.keyboard.press('Control+Backquote');
  await page.locator('.terminal-wrapper.active .xterm.focus').waitFor();
}

/** The first terminal, with the shell integration known to be at work. */
export async function openTerminal(page) {
  await showTerminal(page);
  await eventually('the terminal shows a prompt', () => textBox(page, terminalRows, '$'));
  await typeInTerminal(page, 'echo ready');
  // A mark beside a finished command: the shell integration is at work.
  await page.locator('.terminal-wrapper.active .codicon-terminal-decoration-success').first().waitFor({ timeout: 15_000 });
}

export async function typeInTerminal(page, line) {
  await page.locator('.terminal-wrapper.active textarea.xterm-helper-textarea').focus();
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

export async function waitForTerminal(page, text, timeout = 60_000) {
  await eventually(`the terminal shows "${text}"`, () => textBox(page, terminalRows, text), timeout);
}

/** Scrolls upwards until a row holds `text`. */
export async function scrollTerminalUpTo(page, text) {
  const box = await page.locator('.terminal-wrapper.active .xterm-screen').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await eventually(`scrolling up shows "${text}"`, async () => {
    if (await textBox(page, terminalRows, text)) return true;
    await page.mouse.wheel(0, -200);
    return false;
  });
  await pause(200);
}

/** Drags from the start of the row that holds `from` to the end of the row that holds `to`. */
export async function selectInTerminal(page, from, to) {
  const start = await textBox(page, terminalRows, from);
  const end = await textBox(page, terminalRows, to);
  if (!start || !end) throw new Error(`not visible in the terminal: ${start ? to : from}`);
  await page.mouse.move(start.x + 1, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width - 1, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

export async function terminalMenu(page, rowText, entry) {
  const box = await textBox(page, terminalRows, rowText);
  await page.mouse.click(box.x + 20, box.y + box.height / 2, { button: 'right' });
  await pickFromMenu(page, entry);
}

/** Hovers the row until a link's hover with `text` shows. Rows are asked for links lazily: enter in one step, jiggle, retry. */
export async function hoverTerminal(page, rowText, text) {
  const hover = page.locator('.monaco-hover.xterm-hover', { hasText: text }).first();
  return eventually(`the hover on "${rowText}" says "${text}"`, async () => {
    const box = await textBox(page, terminalRows, rowText);
    await page.mouse.move(5, 5);
    await pause(50);
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await pause(150);
    await page.mouse.move(box.x + 46, box.y + box.height / 2, { steps: 3 });
    await hover.waitFor({ timeout: 1200 });
    return { box, text: await hover.innerText() };
  });
}

export async function followTerminalLink(page, box) {
  await page.keyboard.down('Control');
  await page.mouse.move(box.x + 44, box.y + box.height / 2);
  await page.mouse.click(box.x + 46, box.y + box.height / 2);
  await page.keyboard.up('Control');
}

// ---- editor

async function codeBox(page, text) {
  return eventually(`the editor shows "${text}"`, () => textBox(page, editorLines, text));
}

export async function hoverCode(page, text) {
  const box = await codeBox(page, text);
  await page.mouse.move(box.x + 2, box.y + box.height + 40);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 2 });
  const hover = page.locator('.monaco-editor .monaco-hover:visible, .monaco-resizable-hover .monaco-hover:visible').first();
  await hover.waitFor({ timeout: 15_000 });
  return eventually('the hover has loaded', async () => {
    const content = await hover.innerText();
    return content.includes('Loading') ? null : content;
  });
}

/** The titles that the light bulb offers at `text`. Leaves its menu open. */
export async function openLightBulb(page, text) {
  const box = await codeBox(page, text);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press('Control+.');
  const rows = page.locator('.action-widget .monaco-list-row.action');
  await rows.first().waitFor();
  return rows.allInnerTexts();
}

export async function pickFromLightBulb(page, title) {
  await page.locator('.action-widget .monaco-list-row.action', { hasText: title }).first().click();
}

export async function editorMenu(page, text, entry) {
  const box = await codeBox(page, text);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: 'right' });
  await pickFromMenu(page, entry);
}

// ---- the rest

export async function pickFromMenu(page, entry) {
  const item = page.locator('.context-view .monaco-menu .action-item', { hasText: entry }).first();
  await item.waitFor();
  // A menu ignores clicks while it opens.
  await eventually(`the menu takes "${entry}"`, async () => {
    await item.click({ timeout: 1000 }).catch(() => undefined);
    return (await item.count()) === 0;
  });
}

export async function explorerMenu(page, file, entry) {
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: file }).first().click({ button: 'right' });
  await pickFromMenu(page, entry);
}

export async function openProblems(page) {
  const panel = page.locator('.markers-panel-container, .markers-panel').first();
  if (!(await panel.isVisible())) await page.keyboard.press('Control+Shift+M');
  await panel.waitFor();
}

/** The rows of the Problems view, as a screen reader hears them. */
export async function problems(page) {
  await openProblems(page);
  const rows = page.locator('.markers-panel .monaco-list-row');
  return rows.evaluateAll((found) => found.map((row) => row.getAttribute('aria-label') ?? ''));
}

export async function waitForProblem(page, text, timeout = 20_000) {
  return eventually(`Problems holds "${text}"`, async () => (await problems(page)).find((row) => row.includes(text)), timeout);
}

export async function waitForNoProblems(page) {
  await eventually('Problems is empty', async () => (await problems(page)).length === 0);
}

/** A notification that holds `text`. */
export function toast(page, text) {
  return page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
}

export async function closeToasts(page) {
  await runCommand(page, 'Notifications: Clear All Notifications');
}

export function statusItem(page, text) {
  return page.locator('.statusbar-item', { hasText: text }).first();
}

/** Waits until `file` is the file in front and the cursor stands on its `line`. */
export async function waitForCursor(page, file, line) {
  await page.locator(`.tab.active[data-resource-name="${file}"]`).waitFor();
  await statusItem(page, `Ln ${line}, Col`).waitFor();
}
