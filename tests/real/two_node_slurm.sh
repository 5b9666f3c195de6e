#!/bin/bash
# Runs a command beside a real Slurm of two nodes, node1 and node2, which exists for that command only:
#   two_node_slurm.sh FOLDER COMMAND...
# FOLDER receives the daemons' logs and state; the command finds the cluster by SLURM_CONF and runs in FOLDER.
# Every node has a network and a host name of its own. All of it lives in namespaces of this script, whose end ends every process and
# takes the networks away. Needs root, and what scripts/lib/packages.mjs names (slurmctld slurmd slurm-client munge iproute2).
set -euo pipefail

if [[ ${1:-} != --inside ]]; then
  [[ $# -ge 2 ]] || { echo "usage: two_node_slurm.sh FOLDER COMMAND..." >&2; exit 2; }
  [[ $(id -u) == 0 ]] || { echo "two_node_slurm.sh: needs root, to make networks for its nodes" >&2; exit 2; }
  folder=$(realpath "$1")
  shift
  mkdir -p "$folder"
  exec unshare --mount --net --uts --pid --fork --kill-child --mount-proc "$0" --inside "$folder" "$@"
fi
shift
folder=$1
shift
trap 'echo "two_node_slurm.sh: line $LINENO failed; the logs of the daemons are in $folder" >&2' ERR

# Nodes hang on one bridge; the login node (slurmctld, srun) is the bridge's own end.
mkdir -p /run/netns
mount -t tmpfs none /run/netns
ip link set lo up
ip link add br0 type bridge
ip addr add 10.77.0.254/24 dev br0
ip link set br0 up
for n in 1 2; do
  ip netns add "node$n"
  ip link add "up$n" type veth peer name eth0 netns "node$n"
  ip link set "up$n" master br0 up
  ip -n "node$n" addr add "10.77.0.$n/24" dev eth0
  ip -n "node$n" link set eth0 up
  ip -n "node$n" link set lo up
done
hostname login
printf '127.0.0.1 localhost\n10.77.0.254 login\n10.77.0.1 node1\n10.77.0.2 node2\n' >"$folder/hosts"
mount --bind "$folder/hosts" /etc/hosts

export SLURM_CONF=$folder/slurm.conf
cat >"$SLURM_CONF" <<CONF
ClusterName=pair
SlurmctldHost=login(10.77.0.254)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmctldPidFile=$folder/slurmctld.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmdLogFile=$folder/slurmd-%n.log
SlurmdSpoolDir=$folder/spool-%n
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/linear
MpiDefault=none
ReturnToService=2
KillWait=2
NodeName=node1 NodeAddr=10.77.0.1 CPUs=8
NodeName=node2 NodeAddr=10.77.0.2 CPUs=8
PartitionName=main Nodes=node1,node2 Default=YES MaxTime=INFINITE State=UP
CONF

# munged insists on folders that nobody else can write to.
mkdir -p "$folder/state" "$folder/munge"
chmod 755 "$folder"
chmod 700 "$folder/munge"
head -c 1024 /dev/urandom >"$folder/munge/key"
chmod 600 "$folder/munge/key"
munged --force --key-file="$folder/munge/key" --socket="$folder/munge.socket" --pid-file="$folder/munge/pid" \
  --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
slurmctld
for n in 1 2; do
  mkdir -p "$folder/spool-node$n"
  nsenter --net="/run/netns/node$n" unshare --uts sh -c "hostname node$n && exec slurmd -N node$n"
done

for _ in $(seq 60); do
  [[ $(sinfo --noheader --states=idle --Node 2>/dev/null | wc -l) == 2 ]] && ready=yes && break
  sleep 0.5
done
[[ ${ready:-} == yes ]] || { echo "two_node_slurm.sh: the nodes did not come up; their logs are in $folder" >&2; exit 2; }

cd "$folder"
status=0
"$@" || status=$?
exit "$status"
