// Pages of the encyclopedia, as the engine writes them, in the editor's own Markdown preview. Links between pages are relative: the
// path of a page is the id that it explains.
import * as vscode from 'vscode';
import type { Engine } from '../engine/client.ts';
import { explain } from '../engine/protocol.ts';
import type { Incidents } from '../incidents.ts';
import { idOfPage, pathOfPage } from './pages.ts';

const kScheme = 'firstfault-explain';

export class Explanation implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration: vscode.Disposable;
  private readonly engine: Engine;
  private readonly incidents: Incidents;
  readonly onDidChange = this.changeEmitter.event;

  constructor(engine: Engine, incidents: Incidents) {
    this.engine = engine;
    this.incidents = incidents;
    this.registration = vscode.workspace.registerTextDocumentContentProvider(kScheme, this);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return this.read(idOfPage(uri.path));
  }

  /** Without an id the user is asked for one. Rejects where the engine knows nothing of that name. */
  async open(id?: unknown): Promise<void> {
    const wanted = typeof id === 'string' ? id : await this.ask();
    if (wanted === undefined || wanted.trim() === '') return;
    await this.read(wanted.trim());
    const uri = vscode.Uri.from({ scheme: kScheme, path: pathOfPage(wanted.trim()) });
    this.changeEmitter.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  dispose(): void {
    this.registration.dispose();
    this.changeEmitter.dispose();
  }

  private ask(): Thenable<string | undefined> {
    const value = this.incidents.latest?.incidents[0]?.cause.id;
    const prompt = 'The id of a cause or a signature, a family, or an Xid';
    return vscode.window.showInputBox({ title: 'Firstfault: Explain', prompt, placeHolder: 'memory.cuda_oom', ...(value === undefined ? {} : { value }) });
  }

  private async read(id: string): Promise<string> {
    return (await this.engine.request(explain, { id })).markdown;
  }
}
