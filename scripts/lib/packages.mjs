// The system packages (Debian 12, Ubuntu 24.04), one list each purpose. Nothing else in the repository names them.

/** What compiles the engine. */
export const toBuild = [
  'g++', 'cmake', 'ninja-build', 'nlohmann-json3-dev', 'libre2-dev', 'libfmt-dev', 'libtree-sitter-dev', 'zlib1g-dev', 'libzstd-dev',
];

/** What the engine's own tests need besides. */
export const toTestEngine = ['doctest-dev', 'libboost-dev', 'libboost-filesystem-dev'];

/** What the tests in a real editor need besides: a browser, what code-server compiles against, and a real PyTorch to fail. */
export const toTestEditor = ['chromium', 'fonts-dejavu-core', 'libkrb5-dev', 'pkg-config', 'make', 'python3', 'python3-torch'];

/** What the proofs on a real cluster need besides (`npm run test:all`): a Slurm of two nodes, and a real PyTorch to fail. */
export const toTestOnCluster = ['slurmctld', 'slurmd', 'slurm-client', 'munge', 'iproute2', 'util-linux', 'python3-torch'];
