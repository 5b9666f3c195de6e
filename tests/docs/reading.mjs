// The table of docs/reading.md and the corpus that it points to: which case stands for which shape of line or source. Reads files; runs nothing.
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { inRoot } from '../../scripts/lib/paths.mjs';

const kCorpus = 'tests/corpus';
const kTable = /(<!-- shapes:[^\n]*-->\n\|[^\n]*\n\|[^\n]*\n)(.*?)(\n<!-- \/shapes -->)/s;

/** case.jsonc as an object; its comments are whole lines. */
function parsed(path) {
  return JSON.parse(readFileSync(inRoot(path), 'utf8').replace(/^\s*\/\/.*$/gm, ''));
}

/** [{ name: "data/x", reads: ["17"], real: true }], of every case. */
export function casesWithReads() {
  const folders = (path) => readdirSync(inRoot(path), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const names = folders(kCorpus).flatMap((family) => folders(`${kCorpus}/${family}`).map((name) => `${family}/${name}`)).sort();
  return names.filter((name) => existsSync(inRoot(`${kCorpus}/${name}/case.jsonc`))).map((name) => {
    const { reads = [], origin } = parsed(`${kCorpus}/${name}/case.jsonc`);
    return { name, reads, real: !origin.startsWith('composed') };
  });
}

/** The rows of the table, in order: what a case's "reads" calls them, and what they are. */
export function shapesOf(text) {
  const rows = (kTable.exec(text)?.[2] ?? '').split('\n').filter((row) => row !== '');
  return rows.map((row) => row.split(' | ')).map(([key, shape]) => ({ key: key.replace(/^\| /, ''), shape }));
}

function rowOf({ key, shape }, cases) {
  const mine = cases.filter(({ reads }) => reads.includes(key));
  const names = mine.map(({ name }) => name).join(', ');
  const kinds = [mine.some(({ real }) => real) && 'real', mine.some(({ real }) => !real) && 'composed'].filter(Boolean).join(', ');
  return `| ${key} | ${shape} | ${names} | ${kinds} |`;
}

/** `text` with cases and their making written anew from the corpus; rows and shapes stay. */
export function withCases(text, cases) {
  const rows = shapesOf(text).map((shape) => rowOf(shape, cases));
  return text.replace(kTable, (_all, open, _rows, close) => `${open}${rows.join('\n')}${close}`);
}
