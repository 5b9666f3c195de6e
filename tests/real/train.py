"""A job for the proofs on real clusters: every task trains a small model, and the task named by FAULT_RANK fails by FAULT."""
import ctypes
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel

CLASSES = 5
STEPS = 6
FAULT_STEP = 2


def batch_of(rank, step):
    labels = torch.randint(CLASSES, (8,))
    if rank == int(os.environ["FAULT_RANK"]) and step == FAULT_STEP:
        if os.environ["FAULT"] == "segfault":
            ctypes.string_at(8)
        labels[3] = CLASSES
    return torch.randn(8, 16), labels


def main():
    rank, world = int(os.environ["SLURM_PROCID"]), int(os.environ["SLURM_NTASKS"])
    dist.init_process_group("gloo", rank=rank, world_size=world)
    model = DistributedDataParallel(torch.nn.Linear(16, CLASSES))
    for step in range(STEPS):
        samples, labels = batch_of(rank, step)
        loss = F.cross_entropy(model(samples), labels)
        loss.backward()
        print(f"step {step} loss {loss.item():.3f}", flush=True)


if __name__ == "__main__":
    main()
