// What `npm run test:all` adds to `npm test`: proofs that take long. New ones are added here.
import { ensurePackages } from './lib/apt.mjs';
import { buildEngine } from './lib/engine.mjs';
import { buildDir } from './lib/paths.mjs';
import { ofCTest } from './lib/count.mjs';
import { toTestOnCluster } from './lib/packages.mjs';

const kRepeats = 5;

export async function longProofs({ check, nodeTests, runAndCount, packages }) {
  await check('failing jobs on a real Slurm of two nodes', async () => {
    await ensurePackages(toTestOnCluster);
    return nodeTests('tests/real/*.test.mjs');
  });
  for (let round = 1; round <= kRepeats; ++round) {
    await check(`tests in a real VS Code, round ${round} of ${kRepeats}`, () => nodeTests('tests/e2e/*.test.mjs'));
  }
  await check('engine tests under AddressSanitizer and UndefinedBehaviorSanitizer', async () => {
    await buildEngine('asan', { packages });
    return runAndCount('ctest', ['--test-dir', buildDir('asan'), '--output-on-failure', '--no-tests=error', '-j2'], ofCTest);
  });
}
