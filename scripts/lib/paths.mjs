// Where things are. The only place that knows paths inside the repository.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const inRoot = (...parts) => join(root, ...parts);

// The log that `npm start` diagnoses when no path is given: a real run of 8 ranks.
export const sampleLog = inRoot('tests/corpus/data/eight-ranks-class-index/input/train.log');

export const buildDir = (preset) => inRoot('build', preset);
export const engine = inRoot('build/release/firstfault');
export const toolsDir = inRoot('.tools');
export const artefacts = inRoot('tests/artefacts');
export const vsix = inRoot('build/firstfault-linux-x64.vsix');
