// Configures and builds a CMake preset.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from './apt.mjs';
import { buildDir, inRoot } from './paths.mjs';
import { Stop, capture, quietly, say, show } from './run.mjs';

/** Builds `preset`; what is up to date costs a fraction of a second. Targets: none = all. */
export async function buildEngine(preset, { packages, targets = [] }) {
  const ready = join(buildDir(preset), '.packages-checked');
  const wanted = createHash('sha256').update(packages.join(' ')).digest('hex');
  if (!existsSync(ready) || readFileSync(ready, 'utf8') !== wanted) {
    await ensurePackages(packages);
    mkdirSync(buildDir(preset), { recursive: true });
    writeFileSync(ready, wanted);
  }
  try {
    await configure(preset);
    await compile(preset, targets);
  } catch (error) {
    rmSync(ready, { force: true }); // A package may have been removed: look again next time.
    throw error;
  }
}

async function configure(preset) {
  if (existsSync(join(buildDir(preset), 'build.ninja'))) return;
  await quietly(`cmake (${preset})`, 'cmake', ['--preset', preset], { log: inRoot(`build/logs/cmake-${preset}.log`) });
}

async function compile(preset, targets) {
  const ninja = ['-C', buildDir(preset), ...targets];
  const plan = capture('ninja', ['-n', ...ninja]) ?? '';
  if (plan.includes('no work to do')) return;
  say(`compiles the engine (${preset}); the first time takes a few minutes …`);
  const status = await show('ninja', ninja, { stdio: ['inherit', 2, 2] });
  if (status !== 0) throw new Stop(`The engine did not compile (ninja ended with ${status}; its messages are above).`);
}
