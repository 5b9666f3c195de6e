// What the documents claim, as data: their console examples, links and paths. Reads Markdown; runs nothing.
import { readFileSync, readdirSync } from 'node:fs';
import { inRoot } from '../../scripts/lib/paths.mjs';

/** The documents that people write; generated pages below docs/causes are tested where they are made. */
export function documents() {
  const top = readdirSync(inRoot('.')).filter((name) => name.endsWith('.md'));
  const below = readdirSync(inRoot('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  return [...top, ...below];
}

export const read = (path) => readFileSync(inRoot(path), 'utf8');

const kBlock = /^```console\n(.*?)^```$/gms;
const kEllipsis = '…';

/** Splits a block into steps: the command after "$ ", and the lines below it up to the next one. */
export function stepsOf(block) {
  const steps = [];
  for (const line of block.trimEnd().split('\n')) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), shown: [] });
    else steps.at(-1)?.shown.push(line);
  }
  return steps;
}

export function blocksOf(text) {
  return [...text.matchAll(kBlock)].map((match) => match[1]);
}

/** Whether `shown` is `actual`; a line "…" stands for any number of lines. */
export function agrees(shown, actual) {
  const gap = shown.indexOf(kEllipsis);
  if (gap < 0) return shown.join('\n') === actual.join('\n');
  const tail = shown.slice(gap + 1);
  return actual.length >= gap + tail.length
    && shown.slice(0, gap).join('\n') === actual.slice(0, gap).join('\n')
    && (tail.length === 0 || tail.join('\n') === actual.slice(-tail.length).join('\n'));
}

/** `actual` shortened as `shown` is: as many lines before its "…" and after it. */
export function shortenedLike(shown, actual) {
  const gap = shown.indexOf(kEllipsis);
  if (gap < 0) return actual;
  const tail = shown.length - gap - 1;
  return [...actual.slice(0, gap), kEllipsis, ...(tail === 0 ? [] : actual.slice(-tail))];
}

/** `text` with the outputs of its blocks replaced: `outputs(command, shown)` gives the lines. */
export function rewritten(text, outputs) {
  return text.replaceAll(kBlock, (_all, block) => {
    const steps = stepsOf(block).map(({ command, shown }) => [`$ ${command}`, ...shortenedLike(shown, outputs(command))].join('\n'));
    return `\`\`\`console\n${steps.join('\n')}\n\`\`\``;
  });
}

/** Targets of links and pictures that lie in the repository, with the anchor cut off. */
export function localLinks(text) {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1].replace(/#.*$/, '')).filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

/** Words in backticks that are paths of the repository: they begin with one of its folders and hold no placeholder. */
export function namedPaths(text) {
  const folders = 'engine|extension|grammars|rules|scripts|tests|docs';
  return [...text.matchAll(new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g'))].map((match) => match[1]);
}

/** The table of docs/settings.md, from package.json and its texts. */
export function settingsTable() {
  const texts = JSON.parse(read('package.nls.json'));
  const { properties } = JSON.parse(read('package.json')).contributes.configuration;
  const rows = Object.entries(properties).map(([name, setting]) => {
    const say = (text) => texts[text.slice(1, -1)].replaceAll('|', '\\|');
    const words = (setting.enum ?? []).map((value, i) => `\`${value}\`: ${say(setting.enumDescriptions[i])}`);
    return `| \`${name}\` | ${setting.type} | \`${JSON.stringify(setting.default)}\` | ${[say(setting.markdownDescription), ...words].join(' ')} |`;
  });
  return ['| setting | type | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

const kSettings = /(<!-- settings:[^\n]*-->\n).*?(<!-- \/settings -->)/s;

export function withSettings(text) {
  return text.replace(kSettings, (_all, open, close) => `${open}${settingsTable()}\n${close}`);
}
