// The commands by which a user hands over text or paths. Each ends with one message, because the user asked.
import * as vscode from 'vscode';
import type { Engine } from '../engine/client.ts';
import { diagnosePaths, diagnoseText, type DiagnoseText } from '../engine/protocol.ts';
import type { Report } from '../engine/report.ts';
import type { Incidents } from '../incidents.ts';
import type { ReportDocument } from '../views/document.ts';
import { openDiagnosis } from '../views/show.ts';
import { CopyReader } from './clipboard.ts';
import { slowly } from './slowly.ts';

export class ManualCapture {
  private readonly engine: Engine;
  private readonly incidents: Incidents;
  private readonly copies = new CopyReader(vscode.env.clipboard);

  private readonly document: ReportDocument;

  constructor(engine: Engine, incidents: Incidents, document: ReportDocument) {
    this.engine = engine;
    this.incidents = incidents;
    this.document = document;
  }

  async diagnoseSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || editor.selection.isEmpty) return this.diagnoseTerminalSelection();
    const { document, selections } = editor;
    const text = selections.map((selection) => document.getText(selection)).join('\n');
    return this.diagnoseText({ text, origin: 'selection', uri: document.uri.toString(), ...workingFolder(document.uri) });
  }

  async diagnoseTerminalSelection(): Promise<void> {
    const text = await this.copies.read(() => vscode.commands.executeCommand('workbench.action.terminal.copySelection'));
    if (text.trim() === '') return tell('Nothing is selected: select the lines of the failure in an editor or a terminal first.');
    return this.diagnoseText({ text, origin: 'terminal', ...terminalFolder() });
  }

  async diagnoseLastCommand(): Promise<void> {
    const text = await this.copies.read(() => vscode.commands.executeCommand('workbench.action.terminal.copyLastCommandOutput'));
    if (text.trim() === '') {
      return tell('The last command printed nothing, or this terminal does not announce its commands ' +
        '(as in tmux, or in an ssh session). Select the lines and use "Diagnose Terminal Selection".');
    }
    return this.diagnoseText({ text, origin: 'terminal', ...terminalFolder() });
  }

  async diagnosePath(clicked?: vscode.Uri, selected?: vscode.Uri[]): Promise<void> {
    const chosen = selected ?? (clicked === undefined ? await choosePaths() : [clicked]);
    if (chosen === undefined || chosen.length === 0) return;
    const paths = chosen.map((uri) => uri.fsPath);
    const title = `Firstfault reads ${paths.length === 1 ? vscode.workspace.asRelativePath(paths[0] ?? '') : `${paths.length} paths`}`;
    const report = await slowly(title, (token) => this.engine.request(diagnosePaths, { paths, ...workingFolder(chosen[0]) }, token));
    if (report !== undefined) await this.present(report);
  }

  private async diagnoseText(params: DiagnoseText): Promise<void> {
    const report = await slowly('Firstfault reads the text', (token) => this.engine.request(diagnoseText, params, token));
    if (report !== undefined) await this.present(report);
  }

  private async present(report: Report): Promise<void> {
    this.incidents.take(report);
    if (report.incidents.length === 0) return tell([report.verdict, ...report.notes.slice(0, 1)].join(' '));
    const show = 'Show';
    if ((await vscode.window.showInformationMessage(report.verdict, show)) === show) await openDiagnosis(report, this.document);
  }
}

// Not awaited: a message that nobody closes must not keep the command running.
function tell(message: string): void {
  void vscode.window.showInformationMessage(message);
}

function workingFolder(uri: vscode.Uri | undefined): { cwd?: string } {
  const folder = uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri);
  return inFolder(folder?.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri);
}

function terminalFolder(): { cwd?: string } {
  return inFolder(vscode.window.activeTerminal?.shellIntegration?.cwd ?? vscode.workspace.workspaceFolders?.[0]?.uri);
}

function inFolder(uri: vscode.Uri | undefined): { cwd?: string } {
  return uri?.scheme === 'file' ? { cwd: uri.fsPath } : {};
}

// Two questions, since many systems have no dialog that takes both files and folders.
async function choosePaths(): Promise<vscode.Uri[] | undefined> {
  const file = { label: '$(file) Log file…', folder: false };
  const folder = { label: '$(folder) Folder of logs…', folder: true };
  const kind = await vscode.window.showQuickPick([file, folder], { placeHolder: 'What did the job leave?' });
  if (kind === undefined) return undefined;
  return vscode.window.showOpenDialog({
    canSelectFiles: !kind.folder,
    canSelectFolders: kind.folder,
    canSelectMany: true,
    openLabel: 'Diagnose',
  });
}
