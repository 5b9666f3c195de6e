import torch.nn.functional as F


def class_loss(logits, labels):
    if labels.numel() and not labels.is_floating_point():
        firstfault_labels = labels.long()
        firstfault_classes = logits.size(1 if logits.dim() > 1 else 0)
        firstfault_bad = (firstfault_labels < 0) | (firstfault_labels >= firstfault_classes)
        firstfault_bad &= firstfault_labels != -100
        if firstfault_bad.any():
            raise ValueError(
                f"cross_entropy targets outside [0, {firstfault_classes}): "
                f"{firstfault_labels[firstfault_bad][:8].tolist()} "
                f"at {firstfault_bad.nonzero()[:8].tolist()}"
            )
    return F.cross_entropy(logits, labels)
