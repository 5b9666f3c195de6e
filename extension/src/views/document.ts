// The report as a read-only document of its own, rewritten for each failure that is shown.
import * as vscode from 'vscode';
import type { Report } from '../engine/report.ts';
import { renderReport } from './markdown.ts';

const kScheme = 'firstfault-report';
const kUri = vscode.Uri.from({ scheme: kScheme, path: '/Diagnosis.md' });

export class ReportDocument implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private content = '';
  private readonly changeEmitter = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration: vscode.Disposable;
  readonly onDidChange = this.changeEmitter.event;

  constructor() {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(kScheme, this);
  }

  provideTextDocumentContent(): string {
    return this.content;
  }

  async open(report: Report): Promise<void> {
    this.content = renderReport(report);
    this.changeEmitter.fire(kUri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(kUri));
  }

  dispose(): void {
    this.registration.dispose();
    this.changeEmitter.dispose();
  }
}
