// Installs missing system packages, after saying which; stops with a list of what is needed where it cannot.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Stop, capture, say, show } from './run.mjs';

function missingOf(packages) {
  const listed = capture('sh', ['-c', 'dpkg-query -W -f "\\${Package} \\${db:Status-Status}\\n" "$@" 2>/dev/null; true', 'sh', ...packages]) ?? '';
  const installed = new Set(listed.split('\n').filter((line) => line.endsWith(' installed')).map((line) => line.split(' ')[0]));
  return packages.filter((name) => !installed.has(name));
}

function hasProgram(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function systemName() {
  const file = '/etc/os-release';
  const match = existsSync(file) ? /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync(file, 'utf8')) : null;
  return match ? match[1] : process.platform;
}

function refusal(reason, packages) {
  return new Stop(
    `${reason}\nNeeded are these packages (names as on Debian 12 and Ubuntu 24.04):\n  ${packages.join(' ')}\n` +
      'Install them, or what they are called on this system, and run the command again.',
  );
}

/** Makes sure that `packages` are installed. */
export async function ensurePackages(packages, isRoot = process.getuid() === 0) {
  if (!hasProgram('dpkg-query') || !hasProgram('apt-get')) {
    if (process.env.FIRSTFAULT_SKIP_PACKAGES) return;
    throw refusal(`This system (${systemName()}) has no apt, so nothing was installed. ` +
      'Once the packages are there, set FIRSTFAULT_SKIP_PACKAGES=1 to go on.', packages);
  }
  const missing = missingOf(packages);
  if (missing.length === 0) return;
  if (!isRoot && !hasProgram('sudo')) throw refusal('This user is not root and there is no sudo, so nothing was installed.', missing);
  say(`installs with apt${isRoot ? '' : ' (through sudo)'}: ${missing.join(' ')}`);
  const env = 'DEBIAN_FRONTEND=noninteractive';
  const apt = (...args) => show(...asRoot(isRoot, ['env', env, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=600', ...args]), { stdio: ['inherit', 2, 2] });
  const failed = (await apt('update')) !== 0 || (await apt('install', '-y', '--no-install-recommends', ...missing)) !== 0;
  if (failed) throw refusal('apt-get failed (its messages are above).', missing);
}

function asRoot(isRoot, command) {
  return isRoot ? [command[0], command.slice(1)] : ['sudo', command];
}
