// The real machine behind locate.ts.
import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import type { System } from './locate.ts';

export const thisSystem: System = {
  platform: process.platform,
  arch: process.arch,
  path: process.env['PATH'] ?? '',
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  isExecutable: (path) => succeeds(() => accessSync(path, constants.X_OK)),
  makeExecutable: (path) => succeeds(() => chmodSync(path, 0o755)),
};

function succeeds(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
