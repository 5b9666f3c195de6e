// Jobs that fail on a real Slurm of two nodes: the engine names the task that was made to fail, from what srun and sbatch left behind.
// Part of `npm run test:all`; needs root (or sudo) and the packages `toTestOnCluster` of scripts/lib/packages.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { engine, inRoot } from '../../scripts/lib/paths.mjs';

const kTasks = 6;
const folder = mkdtempSync(join(tmpdir(), 'firstfault-slurm-'));
const asRoot = process.getuid() === 0 ? [] : ['sudo'];
const program = `/usr/bin/python3 ${inRoot('tests/real/train.py')}`;

// name: the folder of its logs. The engine gets what the command leaves there and nothing else.
const jobs = [
  {
    name: 'labels', title: 'srun --label', rank: 4, fault: 'label', cause: 'data.class_index_out_of_range',
    command: `srun -N2 -n${kTasks} --label ${program} >labels/srun.log 2>&1`,
  },
  {
    name: 'notices', title: 'a crash that only srun notices', rank: 1, fault: 'segfault', cause: 'process.signal_segv',
    command: `srun -N2 -n${kTasks} ${program} >notices/srun.log 2>&1`,
  },
  {
    name: 'files', title: 'one file per task, by sbatch', rank: 5, fault: 'label', cause: 'data.class_index_out_of_range',
    command: `sbatch --wait -N2 -n${kTasks} -o files/slurm-%j.out --wrap 'srun -o files/%j-%t.out -e files/%j-%t.err ${program}' >sbatch.log 2>&1`,
  },
];

before(() => {
  assert.ok(existsSync(engine), `${engine} does not exist; build it with: npm start`);
  const lines = ['export MASTER_ADDR=node1 GLOO_SOCKET_IFNAME=eth0 OMP_NUM_THREADS=1'];
  jobs.forEach(({ name, rank, fault, command }, i) => {
    mkdirSync(join(folder, name));
    lines.push(`MASTER_PORT=${29500 + i} FAULT_RANK=${rank} FAULT=${fault} ${command} || true`);
  });
  writeFileSync(join(folder, 'jobs.sh'), `${lines.join('\n')}\n`);
  const cluster = inRoot('tests/real/two_node_slurm.sh');
  const [command, ...args] = [...asRoot, cluster, join(folder, 'cluster'), 'sh', '-c', `cd '${folder}' && sh jobs.sh`];
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: 240_000 });
  assert.equal(error, undefined);
  assert.equal(status, 0, stderr);
});

after(() => {
  if (asRoot.length > 0) spawnSync('sudo', ['rm', '-rf', folder]);
  rmSync(folder, { recursive: true, force: true });
});

for (const { name, title, rank, cause } of jobs) {
  test(`${title}: task ${rank} of ${kTasks} is named`, () => {
    const { stdout, status, stderr } = spawnSync(engine, ['diagnose', '--json', join(folder, name)], { encoding: 'utf8' });
    assert.equal(status, 1, `${stderr}${stdout}`);
    const [incident] = JSON.parse(stdout).incidents;
    assert.deepEqual(incident.initiators.map((initiator) => initiator.rank), [rank], incident.verdict);
    assert.equal(incident.cause.id, cause, incident.verdict);
  });
}
