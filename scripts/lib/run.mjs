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

/**
 * Runs a program into a log file. Says so at once, or only when it takes longer than `patience` milliseconds; then every `every` seconds
 * how far it is (`lastLine`: with the latest line of its output). Rejects with the log's end on failure.
 */
export async function quietly(title, command, args, { log, env, cwd = root, every = 20, patience = 0, lastLine = false }) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const progress = { line: '' };
  let announced = false;
  const announce = () => {
    announced = true;
    say(`${title} …`);
  };
  mkdirSync(dirname(log), { recursive: true });
  if (patience === 0) announce();
  const first = patience > 0 ? setTimeout(announce, patience) : undefined;
  const ticker = setInterval(() => say(`${title} … ${seconds()} ${lastLine ? progress.line : ''}`.trimEnd()), every * 1000);
  try {
    const status = await intoFile(command, args, { log, env, cwd, progress });
    if (status !== 0) throw new Stop(`${title}: failed (status ${status}). The end of ${log}:\n${tail(log, 60)}`);
    if (announced) say(`${title}: done in ${seconds()}`);
  } finally {
    clearTimeout(first);
    clearInterval(ticker);
  }
}

function intoFile(command, args, { log, env, cwd, progress }) {
  return new Promise((resolve, reject) => {
    const file = createWriteStream(log);
    const child = spawn(command, args, { cwd, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.pipe(file, { end: false });
      stream.on('data', (data) => (progress.line = data.toString().trimEnd().split('\n').at(-1)));
    }
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
