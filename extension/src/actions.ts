// The commands: thin calls. A command that fails says why once, with a way to the log.
import * as vscode from 'vscode';
import type { ManualCapture } from './capture/manual.ts';
import type { Engine } from './engine/client.ts';
import { clear } from './engine/protocol.ts';
import type { Incidents } from './incidents.ts';
import type { Log } from './log.ts';
import type { ReportDocument } from './views/document.ts';
import type { Explanation } from './views/explanation.ts';
import { openDiagnosis } from './views/show.ts';

interface Parts {
  readonly engine: Engine;
  readonly incidents: Incidents;
  readonly manual: ManualCapture;
  readonly document: ReportDocument;
  readonly explanation: Explanation;
  readonly log: Log;
}

export function registerActions({ engine, incidents, manual, document, explanation, log }: Parts): vscode.Disposable[] {
  const register = (name: string, action: (...args: never[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`firstfault.${name}`, async (...args: never[]) => {
      try {
        await action(...args);
      } catch (error) {
        await reportFailure(log, error);
      }
    });
  return [
    register('diagnoseSelection', () => manual.diagnoseSelection()),
    register('diagnoseTerminalSelection', () => manual.diagnoseTerminalSelection()),
    register('diagnoseLastCommand', () => manual.diagnoseLastCommand()),
    register('diagnosePath', (clicked?: vscode.Uri, selected?: vscode.Uri[]) => manual.diagnosePath(clicked, selected)),
    register('showIncident', () => (incidents.latest === undefined ? undefined : openDiagnosis(incidents.latest, document))),
    register('explain', (id?: unknown) => explanation.open(id)),
    register('clearFindings', async () => {
      incidents.clear();
      if (engine.isStarted) await engine.request(clear, {});
    }),
    register('restartEngine', async () => {
      incidents.clear(); // The findings live in the engine.
      await engine.restart();
    }),
    register('showLog', () => log.show(true)),
  ];
}

async function reportFailure(log: Log, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  log.error(message);
  const showLog = 'Show Log';
  if ((await vscode.window.showErrorMessage(`Firstfault: ${message}`, showLog)) === showLog) log.show(true);
}
