// A code-server of its own for one session: fresh folders, the extension installed from its VSIX, stopped with all its children.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engine } from '../../../scripts/lib/paths.mjs';
import { codeServer, node24 } from '../install.mjs';
import { eventually } from './wait.mjs';

function environment(home) {
  return {
    HOME: join(home, 'home'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    TMPDIR: join(home, 'tmp'),
    PATH: `${join(home, 'bin')}:/usr/bin:/bin`, // The system's Python is the one that has PyTorch.
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    EXTENSIONS_GALLERY: '{}',
    PYTHONDONTWRITEBYTECODE: '1',
  };
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Starts a server that has `vsix` installed and `settings` in force. */
export async function startServer({ vsix, settings }) {
  const home = mkdtempSync(join(tmpdir(), 'firstfault-e2e-'));
  for (const folder of ['home', 'config', 'data', 'tmp', 'bin', 'user/User', 'user/Machine']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, 'home/.bashrc'), "PS1='$ '\n");
  symlinkSync(engine, join(home, 'bin/firstfault'));
  writeFileSync(join(home, 'config.yaml'), '');
  writeFileSync(join(home, 'user/User/settings.json'), JSON.stringify(settings));
  writeMachineSettings(home, {});
  const folders = ['--config', join(home, 'config.yaml'), '--user-data-dir', join(home, 'user'), '--extensions-dir', join(home, 'extensions')];
  const env = environment(home);
  const installed = spawnSync(node24, [codeServer, ...folders, '--install-extension', vsix], { env, encoding: 'utf8', timeout: 120_000 });
  if (installed.status !== 0) throw new Error(`the VSIX was not installed:\n${installed.stdout}${installed.stderr}`);

  const port = await freePort();
  const child = spawn(node24, [
    codeServer, ...folders, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check',
    '--disable-workspace-trust', '--disable-getting-started-override', '--disable-proxy', '--ignore-last-opened', '--idle-timeout-seconds', '600',
  ], { env, detached: true, stdio: 'ignore' });
  const stop = stopper(child, home);
  const origin = `http://127.0.0.1:${port}`;
  try {
    await eventually('the server answers', async () => (await fetch(`${origin}/healthz`)).ok, 60_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, home, pid: child.pid, stop };
}

// Also when this program is interrupted: a server left behind would run on until it is idle for ten minutes.
function stopper(child, home) {
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has ended already.
    }
  };
  process.once('exit', kill);
  return async () => {
    const ended = new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve()));
    kill();
    await ended;
    process.removeListener('exit', kill);
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}

/** The settings of this machine (as of a remote machine); a running editor follows them. */
export function writeMachineSettings(home, settings) {
  writeFileSync(join(home, 'user/Machine/settings.json'), JSON.stringify(settings));
}

/** The extension's own log, as a path; null before it has one. */
export function findLog(home) {
  const logs = join(home, 'user/logs');
  const found = existsSync(logs) ? readdirSync(logs, { recursive: true }).find((name) => name.endsWith('Firstfault.log')) : undefined;
  return found === undefined ? null : join(logs, found);
}
