"""Trains a small classifier on four processes (gloo). The data of one rank holds a label that the model has no class for."""
import os
import sys
import tempfile
import traceback

import torch
import torch.distributed as dist

from losses import class_loss

WORLD_SIZE = 4
CLASSES = 5
BATCH = 8


def print_with_rank(kind, error, trace):
    text = "".join(traceback.format_exception(kind, error, trace))
    prefix = f"[rank{os.environ['RANK']}]: "
    sys.stderr.write("".join(prefix + line for line in text.splitlines(keepends=True)))
    sys.stderr.flush()


def batches(rank):
    with open(f"data/rank{rank}.txt") as file:
        labels = torch.tensor([int(word) for word in file.read().split()])
    return labels.split(BATCH)


def average_gradients(model):
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad)
        parameter.grad /= WORLD_SIZE


def train(rank, store):
    dist.init_process_group("gloo", init_method=store, rank=rank, world_size=WORLD_SIZE)
    torch.manual_seed(0)
    model = torch.nn.Linear(16, CLASSES)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, labels in enumerate(batches(rank)):
        optimizer.zero_grad()
        loss = class_loss(model(torch.randn(len(labels), 16)), labels)
        loss.backward()
        average_gradients(model)
        optimizer.step()
        print(f"[rank{rank}]: step {step} loss {loss.item():.4f}", flush=True)


def run_rank(rank, store):
    os.environ["RANK"] = str(rank)
    sys.excepthook = print_with_rank
    train(rank, store)
    sys.exit(0)


def main():
    torch.set_num_threads(1)
    store = "file://" + tempfile.mkdtemp() + "/store"
    ranks = []
    for rank in range(WORLD_SIZE):
        pid = os.fork()
        if pid == 0:
            run_rank(rank, store)
        ranks.append(pid)
    statuses = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in ranks]
    print("exit codes by rank:", *statuses)
    sys.exit(1 if any(statuses) else 0)


if __name__ == "__main__":
    main()
