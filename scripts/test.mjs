// `npm test`: sets up, builds and runs every test program. `npm run test:all` (--all) adds the long proofs.
// The last line is "N passed, N failed"; each test program of CTest and each test of Node counts as one.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { installEditor, installNode24, node24 } from '../tests/e2e/install.mjs';
import { ensurePackages } from './lib/apt.mjs';
import { Tally, ofCTest, ofNodeTest } from './lib/count.mjs';
import { buildEngine } from './lib/engine.mjs';
import { ensureModules } from './lib/modules.mjs';
import { toBuild, toTestEditor, toTestEngine } from './lib/packages.mjs';
import { artefacts, buildDir, root } from './lib/paths.mjs';
import { main, say } from './lib/run.mjs';
import { packageExtension } from './package.mjs';
import { longProofs } from './proofs.mjs';

const packages = [...toBuild, ...toTestEngine, ...toTestEditor];
const tally = new Tally();
const failures = [];

await main(async () => {
  const started = Date.now();
  await ensurePackages(packages);
  await ensureModules();
  await installNode24();
  // The editor takes a minute or two to install, most of it waiting: beside the build.
  const editor = installEditor().then(() => undefined, (error) => error);
  await check('engine tests', async () => {
    await buildEngine('ci', { packages, dir: 'release' });
    return runAndCount('ctest', ['--test-dir', buildDir('release'), '--output-on-failure', '--no-tests=error', '-j2'], ofCTest);
  });
  await check('extension types', () => runAndCount('node', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], one));
  await check('extension unit tests', () => nodeTests('tests/extension/*.test.ts'));
  await check('set-up tests', () => nodeTests('tests/scripts/*.test.mjs'));
  await check('following logs', () => nodeTests('tests/cli/*.test.mjs'));
  await check('fingerprints in the hands of grep', () => nodeTests('tests/monitoring/grep.test.mjs'));
  await check('documents', () => nodeTests('tests/docs/*.test.mjs'));
  await check('extension package', async () => {
    await packageExtension();
    return { passed: 1, failed: 0 };
  });
  await check('tests in a real VS Code', async () => {
    const error = await editor;
    if (error) throw error;
    rmSync(artefacts, { recursive: true, force: true });
    return nodeTests('tests/e2e/*.test.mjs');
  });
  if (process.argv.includes('--all')) await longProofs({ check, nodeTests, runAndCount, packages });
  say(`${Math.round((Date.now() - started) / 1000)} s in all${failures.length > 0 ? `; failed: ${failures.join(', ')}` : ''}`);
  process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
  return tally.failed === 0 ? 0 : 1;
});

/** One part of the tests. What it throws is its failure, and the next part still runs. */
async function check(title, body) {
  say(`— ${title}`);
  let result;
  try {
    result = await body();
  } catch (error) {
    say(error.message);
    result = { passed: 0, failed: 1 };
  }
  tally.add(result);
  say(`— ${title}: ${result.passed} passed, ${result.failed} failed`);
  if (result.failed > 0) failures.push(title);
}

function nodeTests(pattern) {
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stderr', '--test-reporter=tap', '--test-reporter-destination=stdout'];
  return runAndCount(node24, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--test', '--test-concurrency=1', '--test-timeout=300000', ...reporters, pattern], ofNodeTest, 'quiet');
}

function one(_output, status) {
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Shows what the program prints ("quiet": only its standard error) and counts results in its standard output. */
function runAndCount(command, args, count, volume = 'loud') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (volume === 'loud') process.stderr.write(text);
    });
    child.on('error', reject);
    child.on('close', (status) => {
      const result = count(output, status);
      resolve(status !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result);
    });
  });
}
