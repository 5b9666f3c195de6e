// Counts the results of test programs from what they print.

export class Tally {
  passed = 0;
  failed = 0;

  add({ passed, failed }) {
    this.passed += passed;
    this.failed += failed;
  }
}

/** Of `ctest`: "95% tests passed, 1 tests failed out of 20"; each program or script is one test. */
export function ofCTest(output) {
  const match = /(\d+) tests? failed out of (\d+)/.exec(output);
  if (match === null) return { passed: 0, failed: 1 };
  const [failed, all] = [Number(match[1]), Number(match[2])];
  return all === 0 ? { passed: 0, failed: 1 } : { passed: all - failed, failed };
}

/** Of `node --test` in TAP: "# pass 38", "# fail 0", "# cancelled 0". A run that says nothing has failed. */
export function ofNodeTest(output) {
  const number = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? NaN);
  const [passed, failed, cancelled] = [number('pass'), number('fail'), number('cancelled')];
  return Number.isNaN(passed + failed + cancelled) ? { passed: 0, failed: 1 } : { passed, failed: failed + cancelled };
}
