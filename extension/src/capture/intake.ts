// One run of a command as numbered chunks on their way to the engine. Holds at most a fixed amount of text that the engine has not
// taken yet; beyond that chunks are dropped whole, and the gap in the numbers tells the engine. Pure.

/** Text that may wait for the engine, in UTF-16 units, for each run. */
export const kMaxPending = 8 * 1024 * 1024;

export class Intake {
  private seq = 0;
  private pending = 0;
  private readonly inFlight = new Set<Promise<void>>();
  private readonly send: (seq: number, data: string) => Promise<void>;
  private readonly capacity: number;

  constructor(send: (seq: number, data: string) => Promise<void>, capacity: number = kMaxPending) {
    this.send = send;
    this.capacity = capacity;
  }

  /** Returns false where the chunk was dropped. */
  offer(data: string): boolean {
    const seq = this.seq++;
    if (this.pending > 0 && this.pending + data.length > this.capacity) return false;
    this.pending += data.length;
    const sent = this.send(seq, data)
      .catch(() => undefined) // The engine's own state says why; a lost chunk is a gap like any other.
      .finally(() => {
        this.pending -= data.length;
        this.inFlight.delete(sent);
      });
    this.inFlight.add(sent);
    return true;
  }

  /** Resolves when everything offered so far was taken or lost. */
  async settled(): Promise<void> {
    await Promise.all(this.inFlight);
  }
}
