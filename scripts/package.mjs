// `npm run package`: the VSIX for linux-x64, with the static engine inside. Packaging runs on the Node that .tools/ brings along.
import { chmodSync, copyFileSync, mkdirSync, statSync } from 'node:fs';
import { installNode24, node24 } from '../tests/e2e/install.mjs';
import { buildEngine } from './lib/engine.mjs';
import { ensureModules } from './lib/modules.mjs';
import { toBuild } from './lib/packages.mjs';
import { engine, inRoot, vsix } from './lib/paths.mjs';
import { Stop, capture, main, quietly, say } from './lib/run.mjs';

const kMaxBytes = 6 * 1000 * 1000;

export async function packageExtension() {
  const bundled = inRoot('extension/bin/firstfault');
  mkdirSync(inRoot('extension/bin'), { recursive: true });
  copyFileSync(engine, bundled);
  if (capture('strip', ['--strip-all', bundled]) === null) throw new Stop('strip failed on the engine; is binutils installed?');
  chmodSync(bundled, 0o755);
  const log = inRoot('build/logs/package.log');
  await quietly('bundles the extension', 'node', ['scripts/compile.mjs'], { log });
  const vsce = [inRoot('node_modules/@vscode/vsce/vsce'), 'package', '--target', 'linux-x64', '--no-dependencies', '--allow-missing-repository',
    '--readme-path', 'extension/README.md', '--out', vsix];
  await quietly('packages the extension', node24, vsce, { log });
  const { size } = statSync(vsix);
  if (size > kMaxBytes) throw new Stop(`${vsix} has ${size} bytes; at most ${kMaxBytes} are allowed. See .vscodeignore.`);
  say(`made ${vsix} (${(size / 1e6).toFixed(1)} MB)`);
}

if (process.argv[1] === inRoot('scripts/package.mjs')) {
  await main(async () => {
    await ensureModules();
    await installNode24();
    await buildEngine('release', { packages: toBuild, targets: ['firstfault'] });
    await packageExtension();
  });
}
