// Real tools that read exported fingerprints. promtool and mtail are unpacked from their Debian packages, not installed: a package would
// start services. Loki's logcli and Vector's vrl are in no package of Debian; they are used where the PATH has them:
//   cargo install vrl --features cli; logcli: a release of Loki, or `go build github.com/grafana/loki/v3/cmd/logcli`
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { toolsDir } from '../../scripts/lib/paths.mjs';

const kPackages = { promtool: 'prometheus', mtail: 'mtail' };
const unpacked = join(toolsDir, 'monitoring');

function onPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(unpacked, 'usr/bin')];
  return folders.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function unpack(packageName) {
  mkdirSync(unpacked, { recursive: true });
  const script = 'apt-get -qq download "$1" && dpkg -x "$1"_*.deb . && rm -f "$1"_*.deb';
  spawnSync('sh', ['-c', script, 'sh', packageName], { cwd: unpacked, stdio: 'ignore' });
}

/** The tool's path, or {skip: why} for a test that needs it. */
export function findTool(name) {
  const found = onPath(name);
  if (found !== undefined) return { path: found };
  if (name in kPackages) unpack(kPackages[name]);
  const path = onPath(name);
  return path === undefined ? { skip: `there is no ${name} on the PATH${name in kPackages ? `, and the package ${kPackages[name]} could not be had` : ''}` } : { path };
}
