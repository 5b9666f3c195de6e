// node_modules as package-lock.json says, installed without running any package's scripts.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { quietly } from './run.mjs';

const stamp = inRoot('node_modules/.firstfault-lock');

export async function ensureModules() {
  const wanted = createHash('sha256').update(readFileSync(inRoot('package-lock.json'))).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await quietly('npm packages', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { log: inRoot('build/logs/npm-ci.log') });
  writeFileSync(stamp, wanted);
}
