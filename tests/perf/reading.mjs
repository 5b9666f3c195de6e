// How fast the engine reads and how much memory it takes: writes a generated log, diagnoses it, prints seconds, MB/s and the peak of
// the resident memory, and deletes the log. Nothing passes or fails on time; that the columns stay alike from size to size is the
// proof that reading is linear in the input and bounded in memory.
//   node tests/perf/reading.mjs [SIZE…] [--kind KIND…]     SIZE: 10MB, 1GB (default 10MB 100MB); KIND: see kinds below (default: all)
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engine } from '../../scripts/lib/paths.mjs';

const program = process.env.FIRSTFAULT_ENGINE ?? engine;
const kMega = 1_000_000;
const kBlock = 1 << 20;

const traceback = (rank, n) =>
  ['Traceback (most recent call last):', '  File "/home/dev/train.py", line 88, in step', '    loss = model(batch)', `ValueError: sample ${n} is broken`]
    .map((line) => `[rank${rank}]: ${line}\n`)
    .join('');
const step = (n) => `[rank${n % 64}]: 2026-01-02 03:04:${String(n % 60).padStart(2, '0')},123 - INFO - step ${n} loss ${(1 / (n + 1)).toFixed(6)} lr 1.0e-04 grad_norm ${n % 7}.25\n`;
const ending = traceback(3, 'last') + '[rank0]: RuntimeError: [pair.cc:534] Connection closed by peer [127.0.0.1]:40132\n';

/** Each makes the text number `n` of its log. */
const kinds = {
  mixed: step,
  plain: (n) => `epoch ${n >> 10} step ${n} loss ${(1 / (n + 1)).toFixed(6)}\n`,
  bars: (n) => `\rTraining: ${n % 100}%|${'█'.repeat(n % 10)}${' '.repeat(10 - (n % 10))}| ${n}/1000000 [00:10<01:00, ${n % 50}.1it/s]${n % 100 === 99 ? '\n' : ''}`,
  errors: (n) => (n % 10 === 0 ? `[rank${n % 64}]: RuntimeError: CUDA error: device-side assert triggered (${n})\n` : step(n)),
  tracebacks: (n) => traceback(n % 64, n),
  colours: (n) => `\x1b[32m[rank${n % 64}]\x1b[0m: \x1b[1mstep ${n}\x1b[0m \x1b]8;;http://x/${n}\x1b\\link\x1b]8;;\x1b\\\n`,
  nccl: (n) => `node${n % 8}:${4000 + (n % 64)}:${5000 + (n % 64)} [${n % 8}] NCCL INFO Channel ${n % 32}/0 : ${n % 64}[${n % 8}] -> ${(n + 1) % 64}[${(n + 1) % 8}] via NET/IB/${n % 4}\n`,
  tasks: (n) => `[1,${n % 50_000}]<stdout>:rank ${n % 50_000} of 50000 is ready\n`,
  exits: (n) => `srun: error: node${n}: task ${n}: Exited with exit code 1\n`,
  pieces: (n) => `[pod/train-${n}/pytorch] 2026-01-02T03:04:05.1Z stderr P half a line\n`,
  newest: (n) => new Date(Date.UTC(2026, 0, 2) - 1000 * n).toISOString() + ` INFO step ${n}\n`,
  line: () => 'x'.repeat(1000),
};

function bytesOf(size) {
  const match = /^(\d+(?:\.\d+)?)(k|M|G)B?$/i.exec(size);
  if (match === null) throw new Error(`'${size}' is no size; for example: 10MB, 1GB`);
  return Number(match[1]) * { k: 1e3, m: 1e6, g: 1e9 }[match[2].toLowerCase()];
}

function write(path, kind, size) {
  const file = openSync(path, 'w');
  let written = 0;
  for (let n = 0; written < size; ) {
    let block = '';
    while (block.length < kBlock && written + block.length < size) block += kinds[kind](n++);
    written += writeSync(file, block);
  }
  writeSync(file, `\n${ending}`);
  closeSync(file);
}

/** Runs the engine; the kernel keeps the peak, so looking now and then is enough. */
function measure(path) {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const child = spawn(program, ['diagnose', '--json', path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let peak = 0;
    let text = '';
    const look = () => {
      try {
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0));
      } catch {
        // It has ended.
      }
    };
    const timer = setInterval(look, 5);
    look();
    child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
    child.on('error', reject);
    child.on('close', (status) => {
      clearInterval(timer);
      resolve({ seconds: (performance.now() - begin) / 1000, peak: peak / 1024, status, verdict: status <= 1 ? JSON.parse(text).verdict : '' });
    });
  });
}

const words = process.argv.slice(2);
const at = words.includes('--kind') ? words.indexOf('--kind') : words.length;
const sizes = words.slice(0, at).length > 0 ? words.slice(0, at) : ['10MB', '100MB'];
const chosen = words.slice(at + 1).length > 0 ? words.slice(at + 1) : Object.keys(kinds);
const unknown = chosen.find((kind) => !(kind in kinds));
if (unknown !== undefined) throw new Error(`'${unknown}' is no kind of log; there are: ${Object.keys(kinds).join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'firstfault-reading-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));
console.log('kind        size       seconds    MB/s   peak MiB  verdict');
for (const kind of chosen) {
  for (const size of sizes) {
    const path = join(folder, 'train.log');
    write(path, kind, bytesOf(size));
    const megabytes = statSync(path).size / kMega;
    const { seconds, peak, verdict } = await measure(path);
    rmSync(path);
    const columns = [kind.padEnd(10), size.padEnd(8), seconds.toFixed(2).padStart(9), (megabytes / seconds).toFixed(0).padStart(7), peak.toFixed(1).padStart(10)];
    console.log(`${columns.join('  ')}  ${verdict.slice(0, 60)}`);
  }
}
