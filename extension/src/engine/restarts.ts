// How often a crashed engine may be restarted: at most 4 times in 3 minutes. Time comes in, so that tests need no clock.

const kWindowMilliseconds = 180_000;
const kRestarts = 4;

export class RestartPolicy {
  private times: number[] = [];

  mayRestart(now: number): boolean {
    this.times = this.times.filter((time) => now - time < kWindowMilliseconds);
    if (this.times.length >= kRestarts) return false;
    this.times.push(now);
    return true;
  }

  /** After the user asked for a restart, the count starts anew. */
  reset(): void {
    this.times = [];
  }
}
