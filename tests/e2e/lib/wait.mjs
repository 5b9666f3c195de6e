// Waiting for something to become true, with its name in the error.

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Calls `probe` until it gives something truthy, and gives that. Errors of the probe count as "not yet". */
export async function eventually(what, probe, timeout = 15_000) {
  const deadline = Date.now() + timeout;
  let last;
  while (Date.now() < deadline) {
    try {
      const result = await probe();
      if (result) return result;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await pause(100);
  }
  throw new Error(`waited ${timeout / 1000} s in vain: ${what}${last ? ` (${last.message})` : ''}`);
}
