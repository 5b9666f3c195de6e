// What the status bar says: the engine's health beside Python files and logs, and one item of its own only while a failure stands.
import * as vscode from 'vscode';
import type { Settings } from '../config.ts';
import type { Engine, EngineState } from '../engine/client.ts';
import type { Report } from '../engine/report.ts';
import type { Incidents } from '../incidents.ts';
import { shortLabel } from './label.ts';

export class Status implements vscode.Disposable {
  private readonly health: vscode.LanguageStatusItem;
  private readonly failure: vscode.StatusBarItem;
  private readonly subscriptions: vscode.Disposable[];
  private readonly settings: () => Settings;

  constructor(engine: Engine, incidents: Incidents, settings: () => Settings) {
    this.settings = settings;
    this.health = vscode.languages.createLanguageStatusItem('firstfault.health', [{ language: 'python' }, { language: 'log' }]);
    this.health.name = 'Firstfault';
    this.failure = vscode.window.createStatusBarItem('firstfault.failure', vscode.StatusBarAlignment.Left, 10);
    this.failure.name = 'Firstfault: Latest Failure';
    this.failure.command = 'firstfault.showIncident';
    this.subscriptions = [
      this.health,
      this.failure,
      engine.onState((state) => this.showState(state)),
      incidents.onChange((report) => this.showFailure(report)),
    ];
    this.showState({ kind: 'idle' });
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private showState(state: EngineState): void {
    this.health.busy = state.kind === 'running' && state.status.busy;
    this.health.text = 'Firstfault';
    this.health.detail = this.settings().captureTerminals ? 'reads the output of commands in terminals' : 'terminals are not read (setting)';
    this.health.severity = vscode.LanguageStatusSeverity.Information;
    this.health.command = { command: 'firstfault.showLog', title: 'Show Log' };
    if (state.kind === 'stopped') {
      this.health.severity = vscode.LanguageStatusSeverity.Error;
      this.health.text = 'Firstfault: stopped';
      this.health.detail = state.message;
      this.health.command = { command: 'firstfault.restartEngine', title: 'Restart' };
    } else if (state.kind === 'running' && state.status.health !== 'ok') {
      this.health.severity = vscode.LanguageStatusSeverity.Warning;
      this.health.detail = state.status.message ?? 'the engine reports a problem; see the log';
    }
  }

  private showFailure(report: Report | undefined): void {
    if (report === undefined) return this.failure.hide();
    this.failure.text = `$(error) ${shortLabel(report)}`;
    this.failure.tooltip = report.verdict;
    this.failure.accessibilityInformation = { label: report.verdict, role: 'button' };
    this.failure.show();
  }
}
