// The latest failure, for the status item, the terminal links and "Show". Holds what the engine said; decides nothing.
import * as vscode from 'vscode';
import type { Report } from './engine/report.ts';

export class Incidents implements vscode.Disposable {
  private current: Report | undefined;
  private readonly changeEmitter = new vscode.EventEmitter<Report | undefined>();
  readonly onChange = this.changeEmitter.event;

  get latest(): Report | undefined {
    return this.current;
  }

  /** Takes a report of any outcome; one without a failure leaves the latest failure standing. */
  take(report: Report): void {
    if (report.incidents.length === 0 || report.outcome !== 'failed') return;
    this.set(report);
  }

  clear(): void {
    this.set(undefined);
  }

  dispose(): void {
    this.changeEmitter.dispose();
  }

  private set(report: Report | undefined): void {
    this.current = report;
    void vscode.commands.executeCommand('setContext', 'firstfault.hasIncident', report !== undefined);
    this.changeEmitter.fire(report);
  }
}
