// `npm run compile`: bundles the extension into dist/extension.js.
import { build } from 'esbuild';
import { inRoot } from './lib/paths.mjs';

await build({
  entryPoints: [inRoot('extension/src/extension.ts')],
  outfile: inRoot('dist/extension.js'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
});
