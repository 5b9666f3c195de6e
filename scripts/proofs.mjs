// What `npm run test:all` adds to `npm test`: proofs that take long. New ones are added here.
import { mkdirSync } from 'node:fs';
import { ensurePackages } from './lib/apt.mjs';
import { buildEngine } from './lib/engine.mjs';
import { buildDir, inRoot } from './lib/paths.mjs';
import { ofCTest } from './lib/count.mjs';
import { toTestOnCluster } from './lib/packages.mjs';
import { capture } from './lib/run.mjs';

const kRepeats = 5;
const kFuzzed = ['text', 'prefixes', 'tracebacks', 'chunks'];
const kFuzzSeconds = 300; // of each
const kFuzzRounds = 20; // of the smoke test, where clang is missing

export async function longProofs({ check, nodeTests, runAndCount, packages }) {
  await check('failing jobs on a real Slurm of two nodes', async () => {
    await ensurePackages(toTestOnCluster);
    return nodeTests('tests/real/*.test.mjs');
  });
  await check('fingerprints in the hands of the tools they are for', () => nodeTests('tests/monitoring/tools.test.mjs'));
  for (let round = 1; round <= kRepeats; ++round) {
    await check(`tests in a real VS Code, round ${round} of ${kRepeats}`, () => nodeTests('tests/e2e/*.test.mjs'));
  }
  for (const name of kFuzzed) await check(`fuzzing: ${name}`, () => fuzz(name, { runAndCount, packages }));
  await check('engine tests under AddressSanitizer and UndefinedBehaviorSanitizer', async () => {
    await buildEngine('asan', { packages });
    return runAndCount('ctest', ['--test-dir', buildDir('asan'), '--output-on-failure', '--no-tests=error', '-j2'], ofCTest);
  });
}

// By libFuzzer where clang is there; what it finds lies in build/fuzz/found. Else by more rounds of the smoke test.
async function fuzz(name, { runAndCount, packages }) {
  const one = (_output, status) => (status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  if (capture('clang++', ['--version']) === null) {
    const test = `any * (${name})`;
    return runAndCount('env', [`FUZZ_ROUNDS=${kFuzzRounds}`, `${buildDir('release')}/tests/fuzz/fuzz_smoke`, `--test-case=${test}`], one);
  }
  await buildEngine('fuzz', { packages, targets: kFuzzed.map((target) => `${target}_fuzzer`) });
  const found = `${buildDir('fuzz')}/found/${name}`;
  mkdirSync(found, { recursive: true });
  const limits = ['-max_len=65536', '-timeout=10', '-rss_limit_mb=2048', '-verbosity=0'];
  const args = [`-max_total_time=${kFuzzSeconds}`, ...limits, `-artifact_prefix=${found}/`, found, inRoot('tests/corpus')];
  return runAndCount(`${buildDir('fuzz')}/tests/fuzz/${name}_fuzzer`, args, one);
}
