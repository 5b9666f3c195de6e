// `npm run pictures`: makes docs/pictures/ anew from the real product in a real VS Code.
import { installEditor, node24 } from '../tests/e2e/install.mjs';
import { ensurePackages } from './lib/apt.mjs';
import { buildEngine } from './lib/engine.mjs';
import { ensureModules } from './lib/modules.mjs';
import { toBuild, toTestEditor } from './lib/packages.mjs';
import { main, show } from './lib/run.mjs';
import { packageExtension } from './package.mjs';

await main(async () => {
  await ensurePackages([...toBuild, ...toTestEditor]);
  await ensureModules();
  await installEditor();
  await buildEngine('release', { packages: toBuild, targets: ['firstfault'] });
  await packageExtension();
  return show(node24, ['tests/e2e/pictures.mjs']);
});
