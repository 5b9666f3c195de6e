// Reads what a command copies, and puts the user's clipboard back. One reading at a time: two would restore each other's text.
// Only text can be restored; the editor offers extensions no more. Pure but for the clipboard that it is given.

export interface Clipboard {
  readText(): PromiseLike<string>;
  writeText(text: string): PromiseLike<void>;
}

export class CopyReader {
  private last: Promise<unknown> = Promise.resolve();
  private readonly clipboard: Clipboard;

  constructor(clipboard: Clipboard) {
    this.clipboard = clipboard;
  }

  /** The text that `copy` puts on the clipboard; empty where it copies nothing. */
  read(copy: () => PromiseLike<unknown>): Promise<string> {
    const reading = this.last.then(() => this.copyAndRestore(copy));
    this.last = reading.catch(() => undefined);
    return reading;
  }

  private async copyAndRestore(copy: () => PromiseLike<unknown>): Promise<string> {
    const before = await this.clipboard.readText();
    try {
      await this.clipboard.writeText(''); // So that a command that copies nothing does not leave older text to be taken for its own.
      await copy();
      return await this.clipboard.readText();
    } finally {
      await this.clipboard.writeText(before);
    }
  }
}
