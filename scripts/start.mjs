// `npm start`: sets up, builds the engine and diagnoses the bundled log, or the logs named after `--`.
import { relative } from 'node:path';
import { buildEngine } from './lib/engine.mjs';
import { ensureModules } from './lib/modules.mjs';
import { toBuild } from './lib/packages.mjs';
import { engine, root, sampleLog } from './lib/paths.mjs';
import { main, say, show } from './lib/run.mjs';

await main(async () => {
  const given = process.argv.slice(2);
  await ensureModules();
  await buildEngine('release', { packages: toBuild, targets: ['firstfault'] });
  if (given.length === 0) return sample();
  return show(engine, ['diagnose', ...given], { cwd: process.env.INIT_CWD ?? root });
});

// The sample holds a failure, so the engine answers 1; a demonstration that worked is no failure.
async function sample() {
  const path = relative(root, sampleLog);
  say(`diagnoses the bundled log of 8 ranks: build/release/firstfault diagnose ${path}`);
  process.stderr.write('\n');
  const status = await show(engine, ['diagnose', path]);
  process.stderr.write('\n');
  say('for your own: npm start -- PATH…  (a log, a folder of logs, or several)');
  return status === 1 ? 0 : status;
}
