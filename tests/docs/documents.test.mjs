// The documents are true: their console examples print what they show, their links and paths lead somewhere, and the settings are
// those of package.json. UPDATE_EXPECT=1 rewrites the outputs and the table; read the difference before committing it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { engine, inRoot, root } from '../../scripts/lib/paths.mjs';
import { agrees, blocksOf, documents, localLinks, namedPaths, read, rewritten, settingsTable, shortenedLike, stepsOf, withSettings } from './documents.mjs';

const updating = process.env.UPDATE_EXPECT === '1';

function run(command) {
  assert.ok(existsSync(engine), `${engine} does not exist; build it with: npm start`);
  const { COLUMNS, NO_COLOR, ...rest } = process.env;
  const env = { ...rest, PATH: `${dirname(engine)}${delimiter}${rest.PATH}`, LC_ALL: 'C.UTF-8' };
  const { stdout, error } = spawnSync('sh', ['-c', `exec 2>&1; ${command}`], { cwd: root, env, encoding: 'utf8', input: '' });
  assert.equal(error, undefined);
  return stdout.trimEnd().split('\n');
}

for (const path of documents()) {
  const text = read(path);

  for (const block of blocksOf(text)) {
    for (const { command, shown } of stepsOf(block)) {
      test(`${path}: $ ${command}`, () => {
        const actual = run(command);
        if (updating || agrees(shown, actual)) return;
        assert.deepEqual(shown, shortenedLike(shown, actual), 'the document shows something else than the engine prints (UPDATE_EXPECT=1 rewrites it)');
      });
    }
  }

  test(`${path}: every link within the repository leads somewhere`, () => {
    const broken = localLinks(text).filter((target) => !existsSync(join(dirname(inRoot(path)), target)));
    assert.deepEqual(broken, []);
  });

  test(`${path}: every path that it names exists`, () => {
    assert.deepEqual(namedPaths(text).filter((named) => !existsSync(inRoot(named))), []);
  });
}

test('docs/settings.md has the settings of package.json', () => {
  const text = read('docs/settings.md');
  if (updating) return writeFileSync(inRoot('docs/settings.md'), withSettings(text));
  assert.equal(text, withSettings(text), 'UPDATE_EXPECT=1 rewrites the table');
});

test('README.md names every setting', () => {
  const readme = read('README.md');
  for (const name of settingsTable().matchAll(/`(firstfault\.[\w.]+)`/g)) assert.ok(readme.includes(name[1]), name[1]);
});

test('the rule that CONTRIBUTING.md shows is sound', () => {
  const rule = /```jsonc\n(.*?)```/s.exec(read('CONTRIBUTING.md'))[1];
  const folder = mkdtempSync(join(tmpdir(), 'firstfault-'));
  try {
    writeFileSync(join(folder, `${/"id": "([^"]+)"/.exec(rule)[1]}.jsonc`), rule);
    assert.deepEqual(run(`firstfault rules check "${folder}"`), ['1 signature and 0 causes are sound.']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('README.md shows what the engine prints', () => {
  assert.ok(blocksOf(read('README.md')).length >= 3);
});

test('an output that is not the shown one is noticed, with and without "…"', () => {
  assert.ok(agrees(['a', 'b'], ['a', 'b']));
  assert.ok(!agrees(['a', 'b'], ['a', 'c']));
  assert.ok(agrees(['a', '…', 'd'], ['a', 'b', 'c', 'd']));
  assert.ok(!agrees(['a', '…', 'd'], ['a', 'b', 'c', 'e']));
  assert.ok(!agrees(['a', '…'], ['b', 'c']));
  assert.ok(!agrees(['a', 'b', '…', 'b', 'c'], ['a', 'b', 'c']));
});

if (updating) {
  for (const path of documents()) {
    const text = read(path);
    const fresh = rewritten(text, run);
    if (fresh !== text) writeFileSync(inRoot(path), fresh);
  }
}
