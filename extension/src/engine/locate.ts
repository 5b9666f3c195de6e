// Finds the engine: the setting, else the bundled one, else one on the PATH. Explains in words why one cannot run.
// Pure but for the `System` that it is given.
import { delimiter, join } from 'node:path';

export interface System {
  readonly platform: string;
  readonly arch: string;
  readonly path: string;
  isFile(path: string): boolean;
  isExecutable(path: string): boolean;
  /** Sets the execute bits; returns whether that worked. */
  makeExecutable(path: string): boolean;
}

export type Located =
  | { readonly kind: 'found'; readonly path: string; readonly from: 'setting' | 'bundle' | 'path' }
  | { readonly kind: 'failed'; readonly message: string };

export function locateEngine(system: System, setting: string, extensionPath: string): Located {
  if (setting !== '') return fromSetting(system, setting);
  const bundled = join(extensionPath, 'extension', 'bin', executableName(system));
  if (system.isFile(bundled)) return fromBundle(system, bundled);
  for (const folder of system.path.split(delimiter)) {
    const candidate = join(folder, executableName(system));
    if (folder !== '' && system.isFile(candidate) && system.isExecutable(candidate)) return { kind: 'found', path: candidate, from: 'path' };
  }
  return failed(
    `This package of Firstfault holds no engine for ${system.platform}-${system.arch}, and there is no "firstfault" on the PATH. ` +
      'Build it (npm start in a clone of the project) and name it in the setting firstfault.engine.path.',
  );
}

function fromSetting(system: System, path: string): Located {
  if (!system.isFile(path)) return failed(`firstfault.engine.path names "${path}", which is not a file. Correct the setting, or clear it to use the bundled engine.`);
  if (!system.isExecutable(path)) return failed(`firstfault.engine.path names "${path}", which is not executable. Run: chmod +x "${path}"`);
  return { kind: 'found', path, from: 'setting' };
}

// Some ways of unpacking an extension lose the execute bit.
function fromBundle(system: System, path: string): Located {
  if (system.isExecutable(path) || system.makeExecutable(path)) return { kind: 'found', path, from: 'bundle' };
  return failed(`The bundled engine "${path}" is not executable and this user may not change that. Run: chmod +x "${path}"`);
}

function executableName(system: System): string {
  return system.platform === 'win32' ? 'firstfault.exe' : 'firstfault';
}

function failed(message: string): Located {
  return { kind: 'failed', message };
}

/** What a failed start of `path` means and how to mend it. `code` is Node's error code. */
export function explainStartFailure(path: string, code: string | undefined, system: Pick<System, 'platform' | 'arch'>): string {
  switch (code) {
    case 'ENOEXEC':
    case 'EBADARCH':
      return `"${path}" is not a program for ${system.platform}-${system.arch}. Install the package for this platform or set firstfault.engine.path.`;
    case 'EACCES':
      return `"${path}" may not be started: its execute bit is missing or its file system is mounted noexec. Copy it elsewhere and set firstfault.engine.path.`;
    case 'ENOENT':
      return `"${path}" or the loader it needs does not exist on this machine. Reinstall the extension or set firstfault.engine.path.`;
    default:
      return `"${path}" could not be started (${code ?? 'unknown error'}).`;
  }
}

/** For a program that starts but does not answer `--version` as the engine does. Its last words are quoted, without control characters. */
export function explainWrongAnswer(path: string, stderr: string, system: Pick<System, 'platform' | 'arch'>): string {
  const lastWords = stderr.replaceAll(/[^\P{C}\n]/gu, '').trim().split('\n').slice(-3).join(' | ').slice(-300);
  const said = lastWords === '' ? '' : ` It said: ${lastWords}`;
  return (
    `"${path}" is not a working Firstfault engine for ${system.platform}-${system.arch}: it did not answer --version. ` +
    `Correct firstfault.engine.path, or clear it.${said}`
  );
}
