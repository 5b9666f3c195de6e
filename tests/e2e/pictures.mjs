// The pictures of README.md, taken from a failing job in a real editor.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { openEditor } from './lib/session.mjs';
import { pause } from './lib/wait.mjs';
import * as user from './lib/workbench.mjs';

const folder = inRoot('docs/pictures');
mkdirSync(folder, { recursive: true });

const settings = {
  'workbench.activityBar.location': 'hidden',
  'workbench.sideBar.location': 'right',
  'breadcrumbs.enabled': false,
  'editor.fontSize': 13,
  'terminal.integrated.fontSize': 12,
};
const editor = await openEditor({ settings, size: { width: 1120, height: 580 }, scale: 1.5 });
const { page } = editor;
const take = async (name) => {
  await pause(400); // Menus and hovers fade in.
  await page.screenshot({ path: join(folder, `${name}.png`) });
};

try {
  await user.runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await user.openTerminal(page);
  await user.typeInTerminal(page, 'clear; python3 train.py');
  await user.waitForTerminal(page, 'exit codes by rank');
  await user.waitForProblem(page, 'Rank 2 failed first');
  await user.openFile(page, 'losses.py');
  await page.locator('.squiggly-error').first().waitFor();
  await take('problems');

  await user.showTerminal(page);
  await user.hoverTerminal(page, 'Connection closed by peer', 'Rank 2 failed first');
  await take('terminal');

  await user.openProblems(page);
  await user.openLightBulb(page, 'F.cross_entropy(logits, labels)');
  await take('light-bulb');
  await user.pickFromLightBulb(page, 'Check targets before cross_entropy');
  await page.locator('.tab.dirty').waitFor();
  await take('quick-fix');
} finally {
  await editor.close();
}
