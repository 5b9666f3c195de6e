// docs/reading.md promises a case for every shape of line and every source: its table and the corpus agree, in both directions.
// UPDATE_EXPECT=1 rewrites the last two columns; a new shape's row is written by hand.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { read } from './documents.mjs';
import { casesWithReads, shapesOf, withCases } from './reading.mjs';

const kDocument = 'docs/reading.md';
const text = read(kDocument);
const cases = casesWithReads();
const keys = shapesOf(text).map(({ key }) => key);

test('every shape and source of docs/reading.md has a case', () => {
  const read = new Set(cases.flatMap(({ reads }) => reads));
  assert.deepEqual(keys.filter((key) => !read.has(key)), []);
});

test('every shape that a case stands for is a row of docs/reading.md', () => {
  const unknown = cases.flatMap(({ name, reads }) => reads.filter((key) => !keys.includes(key)).map((key) => `${name}: ${key}`));
  assert.deepEqual(unknown, []);
});

test('no shape stands twice in docs/reading.md', () => {
  assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) !== i), []);
});

test('docs/reading.md lists the cases that the corpus has', () => {
  if (process.env.UPDATE_EXPECT === '1') return writeFileSync(inRoot(kDocument), withCases(text, cases));
  assert.equal(text, withCases(text, cases), 'UPDATE_EXPECT=1 rewrites the table');
});

test('a case that the table lacks is noticed', () => {
  const more = [...cases, { name: 'data/another', reads: [keys[0]], real: true }];
  assert.notEqual(text, withCases(text, more));
});
