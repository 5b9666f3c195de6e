// The logs of tests/corpus for tests of fingerprints: cases with their causes, and lines. Plain text only.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';

const kPacked = /\.(gz|zst|ipynb)$/;

const foldersOf = (path) => readdirSync(path).map((name) => join(path, name)).filter((each) => statSync(each).isDirectory());

function logsOf(folder) {
  const names = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  return names.filter((path) => statSync(path).isFile() && !kPacked.test(path));
}

/** Cases whose cause the golden report names with some certainty: {name, cause, logs}. */
export function failedCases() {
  return foldersOf(inRoot('tests/corpus')).filter((family) => !/\/_/.test(family)).flatMap(foldersOf).flatMap((folder) => {
    const path = join(folder, 'report.json');
    const incident = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).incidents[0] : undefined;
    if (incident === undefined || !['certain', 'likely'].includes(incident.cause.certainty)) return [];
    const logs = logsOf(join(folder, 'input'));
    return logs.length === 0 ? [] : [{ name: folder, cause: incident.cause.id, logs }];
  });
}

/** Runs that went well: {name, logs}. */
export function healthyCases() {
  return foldersOf(inRoot('tests/corpus/_healthy')).map((folder) => ({ name: folder, logs: logsOf(join(folder, 'input')) }));
}

/** Every printable line of the failed cases, each once. */
export function failedLines() {
  const lines = failedCases().flatMap(({ logs }) => logs).flatMap((path) => readFileSync(path, 'utf8').split('\n'));
  return [...new Set(lines)].filter((line) => line.length < 2000 && !/[\p{Cc}\ufffd]/u.test(line));
}
