// Wires the modules together. No logic lives here.
import * as vscode from 'vscode';
import { registerActions } from './actions.ts';
import { VerdictLinks } from './capture/links.ts';
import { ManualCapture } from './capture/manual.ts';
import { TerminalNames } from './capture/names.ts';
import { TerminalCapture } from './capture/terminal.ts';
import { readSettings, type Settings } from './config.ts';
import { Engine } from './engine/client.ts';
import { Incidents } from './incidents.ts';
import { createLog } from './log.ts';
import { ReportDocument } from './views/document.ts';
import { Explanation } from './views/explanation.ts';
import { registerSchemas } from './views/schemas.ts';
import { Status } from './views/status.ts';

let engine: Engine | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const incidents = new Incidents();
  const names = new TerminalNames<vscode.Terminal>();
  engine = new Engine(context, log, currentSettings);
  const document = new ReportDocument();
  const explanation = new Explanation(engine, incidents);
  const links = new VerdictLinks(engine, incidents, names, document);
  context.subscriptions.push(
    log,
    engine,
    incidents,
    document,
    explanation,
    links,
    registerSchemas(context.extensionUri),
    new Status(engine, incidents, currentSettings),
    new TerminalCapture(engine, incidents, names, currentSettings, log),
    engine.onIncident(({ report, terminal }) => incidents.take(report, terminal)),
    vscode.window.registerTerminalLinkProvider(links),
    vscode.workspace.onDidChangeConfiguration(restartWhereNeeded),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    ...registerActions({ engine, incidents, manual: new ManualCapture(engine, incidents, document), document, explanation, log }),
  );
  log.info(`Firstfault ${String(context.extension.packageJSON.version)} is ready`);
}

export async function deactivate(): Promise<void> {
  await engine?.stop();
}

// The engine learns its settings when it starts.
function restartWhereNeeded(change: vscode.ConfigurationChangeEvent): void {
  const read = ['firstfault.engine.path', 'firstfault.pathMappings', 'firstfault.rules.extraPaths'];
  if (read.some((name) => change.affectsConfiguration(name))) restart();
}

function restart(): void {
  if (engine?.isStarted) void engine.restart().catch(() => undefined); // Its state says why it did not start.
}

function currentSettings(): Settings {
  const settings = vscode.workspace.getConfiguration('firstfault');
  return readSettings((key) => settings.get(key), vscode.workspace.workspaceFolders?.[0]?.uri.fsPath);
}
