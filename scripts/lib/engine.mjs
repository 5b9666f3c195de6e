// Configures and builds a CMake preset.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from './apt.mjs';
import { buildDir, inRoot } from './paths.mjs';
import { quietly } from './run.mjs';

/**
 * Builds `preset` in build/DIR (default: the preset's own name); what is up to date costs a fraction of a second.
 * Targets: none = all. The presets release and ci make the same executable, so they share build/release.
 */
export async function buildEngine(preset, { packages, targets = [], dir = preset }) {
  const ready = join(buildDir(dir), '.packages-checked');
  const wanted = createHash('sha256').update(packages.join(' ')).digest('hex');
  if (!existsSync(ready) || readFileSync(ready, 'utf8') !== wanted) {
    await ensurePackages(packages);
    mkdirSync(buildDir(dir), { recursive: true });
    writeFileSync(ready, wanted);
  }
  try {
    await configure(preset, dir);
    await compile(dir, targets);
  } catch (error) {
    rmSync(ready, { force: true }); // A package may have been removed: look again next time.
    throw error;
  }
}

async function configure(preset, dir) {
  const configured = join(buildDir(dir), '.preset');
  const now = existsSync(configured) && existsSync(join(buildDir(dir), 'build.ninja')) ? readFileSync(configured, 'utf8') : '';
  // What ci configured serves a release too; the other way round the tests are missing.
  if (now === preset || (now === 'ci' && preset === 'release')) return;
  const args = ['--preset', preset, '-B', buildDir(dir)];
  await quietly(`cmake (${preset})`, 'cmake', args, { log: inRoot(`build/logs/cmake-${dir}.log`) });
  writeFileSync(configured, preset);
}

// A build with nothing to do is over before there is anything to say.
async function compile(dir, targets) {
  const log = inRoot(`build/logs/ninja-${dir}.log`);
  await quietly('compiles the engine', 'ninja', ['-C', buildDir(dir), ...targets], { log, patience: 1500, every: 10, lastLine: true });
}
