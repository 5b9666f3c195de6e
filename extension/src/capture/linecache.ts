// Answers about terminal lines, the latest few hundred. Pure.

const kLines = 500;

export class LineCache<T> {
  private readonly answers = new Map<string, T>();
  private readonly capacity: number;

  constructor(capacity: number = kLines) {
    this.capacity = capacity;
  }

  get(key: string): T | undefined {
    return this.answers.get(key);
  }

  set(key: string, answer: T): void {
    this.answers.delete(key);
    this.answers.set(key, answer);
    if (this.answers.size > this.capacity) this.answers.delete(this.answers.keys().next().value ?? key);
  }

  clear(): void {
    this.answers.clear();
  }
}
