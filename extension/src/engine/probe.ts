// Runs `firstfault --version` before the engine is trusted to speak the protocol: what goes wrong is then still easy to tell.
import { execFile } from 'node:child_process';
import { explainStartFailure, explainWrongAnswer } from './locate.ts';
import { thisSystem } from './system.ts';

const kPatienceMilliseconds = 10_000;

/** The engine's version line. Rejects with a message for people. */
export function probeEngine(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(path, ['--version'], { timeout: kPatienceMilliseconds, maxBuffer: 64 * 1024 }, (error, stdout, stderr) => {
      if (error === null && stdout.startsWith('firstfault ')) return resolve(stdout.trim());
      const code = typeof error?.code === 'string' ? error.code : undefined; // A number is an exit status: it did start.
      reject(new Error(code !== undefined ? explainStartFailure(path, code, thisSystem) : explainWrongAnswer(path, stderr, thisSystem)));
    });
  });
}
