// Names for terminals that stay the same and are never shared: "bash", "bash 2" … Pure.

export class TerminalNames<T extends WeakKey> {
  private readonly names = new WeakMap<T, string>();
  private readonly used = new Map<string, number>();

  of(terminal: T, title: string): string {
    const known = this.names.get(terminal);
    if (known !== undefined) return known;
    const count = (this.used.get(title) ?? 0) + 1;
    this.used.set(title, count);
    const name = count === 1 ? title : `${title} ${count}`;
    this.names.set(terminal, name);
    return name;
  }
}
