// Starting programs and saying what is going on. Everything said here goes to standard error: results own standard output.
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from './paths.mjs';

const colour = process.stderr.isTTY && !process.env.NO_COLOR;
const bold = (text) => (colour ? `\u001b[1m${text}\u001b[0m` : text);

export function say(text) {
  process.stderr.write(`${bold('firstfault')} ${text}\n`);
}

/** An expected way to stop: the message says what is wrong and how to mend it; no stack is shown. */
export class Stop extends Error {}

export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    say(error instanceof Stop ? error.message : `failed unexpectedly: ${error.stack ?? error}`);
    process.exitCode = 1;
  }
}

/** Runs a program with our terminal; resolves to its exit status (128 + number for a signal). */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : 15)));
  });
}

/** Runs a program into a log file; each `every` seconds says that it still runs. Rejects with the log's tail on failure. */
export async function quietly(title, command, args, { log, env, cwd = root, every = 20 }) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  mkdirSync(dirname(log), { recursive: true });
  say(`${title} …`);
  const ticker = setInterval(() => say(`${title} … ${seconds()}`), every * 1000);
  try {
    const status = await intoFile(command, args, { log, env, cwd });
    if (status !== 0) throw new Stop(`${title}: failed (status ${status}). The end of ${log}:\n${tail(log)}`);
    say(`${title}: done in ${seconds()}`);
  } finally {
    clearInterval(ticker);
  }
}

function intoFile(command, args, { log, env, cwd }) {
  return new Promise((resolve, reject) => {
    const file = createWriteStream(log);
    const child = spawn(command, args, { cwd, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.pipe(file, { end: false });
    child.stderr.pipe(file, { end: false });
    child.on('error', reject);
    child.on('close', (code) => file.end(() => resolve(code ?? 1)));
  });
}

export function tail(path, lines = 30) {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).map((line) => `  ${line}`).join('\n');
}

/** Runs a short program and returns its standard output, or null when it fails or is missing. */
export function capture(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options });
  return result.status === 0 ? result.stdout : null;
}
