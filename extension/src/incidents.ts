// The latest failure, for the status item, the terminal links and "Show". Holds what the engine said; decides nothing.
import * as vscode from 'vscode';
import type { Report } from './engine/report.ts';

export class Incidents implements vscode.Disposable {
  private current: Report | undefined;
  private source: string | undefined;
  private readonly changeEmitter = new vscode.EventEmitter<Report | undefined>();
  readonly onChange = this.changeEmitter.event;

  get latest(): Report | undefined {
    return this.current;
  }

  /**
   * Takes a report of any outcome. One without a failure replaces only a failure from the same `source` (a terminal, or none for what
   * the user handed over): there the job was run again.
   */
  take(report: Report, source?: string): void {
    const failed = report.outcome === 'failed' && report.incidents.length > 0;
    if (failed) this.set(report, source);
    else if (source !== undefined && source === this.source) this.clear();
  }

  clear(): void {
    this.set(undefined, undefined);
  }

  dispose(): void {
    this.changeEmitter.dispose();
  }

  private set(report: Report | undefined, source: string | undefined): void {
    this.current = report;
    this.source = source;
    void vscode.commands.executeCommand('setContext', 'firstfault.hasIncident', report !== undefined);
    this.changeEmitter.fire(report);
  }
}
