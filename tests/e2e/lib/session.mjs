// One editor with one workspace: server + browser + page. The workspace is a fresh copy, so tests may change it.
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { artefacts, inRoot, vsix } from '../../../scripts/lib/paths.mjs';
import { findLog, startServer, writeMachineSettings } from './server.mjs';
import { quietSettings } from './settings.mjs';
import { eventually, pause } from './wait.mjs';

const browsers = [process.env.FIRSTFAULT_BROWSER, '/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];

function findBrowser() {
  const found = browsers.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) throw new Error('no browser found; install chromium or name one in FIRSTFAULT_BROWSER');
  return found;
}

const browserFlags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export async function openEditor({ settings = {}, size = { width: 1280, height: 860 }, scale = 1 } = {}) {
  const server = await startServer({ vsix, settings: { ...quietSettings, ...settings } });
  let browser;
  const close = async () => {
    await browser?.close();
    await server.stop();
  };
  try {
    const workspace = join(server.home, 'llm-train');
    cpSync(inRoot('tests/e2e/workspace'), workspace, { recursive: true });
    browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: browserFlags });
    const page = await openPage(browser, server.origin, { viewport: size, deviceScaleFactor: scale });
    await page.goto(`${server.origin}/?folder=${workspace}`);
    await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    await eventually('the extension is ready', () => extensionLog(server.home).includes('is ready'), 60_000);
    return {
      page,
      workspace,
      server,
      close,
      read: (name) => readFileSync(join(workspace, name), 'utf8'),
      log: () => extensionLog(server.home),
      setOnMachine: (machineSettings) => writeMachineSettings(server.home, machineSettings),
      screenshot: (name) => screenshot(page, name),
    };
  } catch (error) {
    await close(); // What was started would keep this program alive.
    throw error;
  }
}

async function openPage(browser, origin, options) {
  const context = await browser.newContext(options);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.setDefaultNavigationTimeout(60_000);
  return page;
}

function extensionLog(home) {
  const path = findLog(home);
  return path === null ? '' : readFileSync(path, 'utf8');
}

async function screenshot(page, name) {
  mkdirSync(artefacts, { recursive: true });
  await pause(250); // Menus and hovers fade in.
  await page.screenshot({ path: join(artefacts, `${name}.png`) });
}
