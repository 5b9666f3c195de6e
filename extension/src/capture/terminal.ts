// Output of commands in integrated terminals -> engine, where the shell integration announces them. All of it goes there: the engine
// decides what matters.
import * as vscode from 'vscode';
import type { Settings } from '../config.ts';
import type { Engine } from '../engine/client.ts';
import { terminalChunk, terminalEnd } from '../engine/protocol.ts';
import type { Incidents } from '../incidents.ts';
import type { Log } from '../log.ts';
import { Intake } from './intake.ts';
import type { TerminalNames } from './names.ts';

// The end event can overtake the last of the output.
const kWaitForOutputMilliseconds = 3000;

interface Run {
  readonly terminal: string;
  readonly number: number;
  readonly output: Promise<void>;
}

export class TerminalCapture implements vscode.Disposable {
  private readonly runs = new Map<vscode.TerminalShellExecution, Run>();
  private readonly subscriptions: vscode.Disposable[];
  private lastRun = 0;

  private readonly engine: Engine;
  private readonly incidents: Incidents;
  private readonly names: TerminalNames<vscode.Terminal>;
  private readonly settings: () => Settings;
  private readonly log: Log;

  constructor(engine: Engine, incidents: Incidents, names: TerminalNames<vscode.Terminal>, settings: () => Settings, log: Log) {
    this.engine = engine;
    this.incidents = incidents;
    this.names = names;
    this.settings = settings;
    this.log = log;
    this.subscriptions = [
      vscode.window.onDidStartTerminalShellExecution((event) => this.begin(event)),
      vscode.window.onDidEndTerminalShellExecution((event) => this.end(event).catch((error: unknown) => log.error(String(error)))),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private begin({ terminal, execution }: vscode.TerminalShellExecutionStartEvent): void {
    if (!this.settings().captureTerminals) return;
    const output = execution.read(); // At once: what is printed before the first call is lost.
    const run = { terminal: this.names.of(terminal, terminal.name), number: ++this.lastRun };
    this.runs.set(execution, { ...run, output: this.pump(run.terminal, run.number, output) });
  }

  private async pump(terminal: string, run: number, output: AsyncIterable<string>): Promise<void> {
    const intake = new Intake((seq, data) => this.engine.notify(terminalChunk, { terminal, run, seq, data }));
    let dropped = 0;
    for await (const data of output) {
      if (!intake.offer(data)) dropped += data.length;
    }
    await intake.settled();
    if (dropped > 0) this.log.warn(`${terminal}: the output came faster than it could be read; ${dropped} characters were passed over`);
  }

  private async end({ execution, exitCode }: vscode.TerminalShellExecutionEndEvent): Promise<void> {
    const run = this.runs.get(execution);
    this.runs.delete(execution);
    if (run === undefined) return;
    await Promise.race([run.output, pause(kWaitForOutputMilliseconds)]);
    const report = await this.engine.request(terminalEnd, {
      terminal: run.terminal,
      run: run.number,
      commandLine: execution.commandLine.value,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(execution.cwd === undefined ? {} : { cwd: execution.cwd.fsPath }),
    });
    if (report !== null) this.incidents.take(report, run.terminal);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
