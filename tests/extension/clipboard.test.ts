import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CopyReader, type Clipboard } from '../../extension/src/capture/clipboard.ts';

class Board implements Clipboard {
  text = 'the user copied this';
  readText = async () => this.text;
  writeText = async (text: string) => void (this.text = text);
}

test('what the command copies is read, and the user gets the clipboard back', async () => {
  const board = new Board();
  assert.equal(await new CopyReader(board).read(async () => void (board.text = 'traceback')), 'traceback');
  assert.equal(board.text, 'the user copied this');
});

test('a command that copies nothing gives nothing, not what was there before', async () => {
  const board = new Board();
  assert.equal(await new CopyReader(board).read(async () => undefined), '');
  assert.equal(board.text, 'the user copied this');
});

test('the clipboard comes back also where the command fails', async () => {
  const board = new Board();
  await assert.rejects(new CopyReader(board).read(() => Promise.reject(new Error('no terminal'))));
  assert.equal(board.text, 'the user copied this');
});

test('two readings at once do not mix', async () => {
  const board = new Board();
  const reader = new CopyReader(board);
  const copy = (text: string) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    board.text = text;
  };
  assert.deepEqual(await Promise.all([reader.read(copy('one')), reader.read(copy('two'))]), ['one', 'two']);
  assert.equal(board.text, 'the user copied this');
});
