// "Show": the user's own source line where the engine found it, else the report as text.
import * as vscode from 'vscode';
import type { Report, ReportedIncident } from '../engine/report.ts';
import type { ReportDocument } from './document.ts';

export async function openDiagnosis(report: Report, document: ReportDocument): Promise<void> {
  const place = report.incidents.map(findPlace).find((found) => found !== undefined);
  if (place === undefined) return document.open(report);
  await vscode.window.showTextDocument(place.uri, { selection: new vscode.Range(place.range.start, place.range.start) });
}

// The engine publishes each failure at the user's line, with paths of other machines already mapped to this one.
function findPlace(incident: ReportedIncident): vscode.Location | undefined {
  const { frame } = incident;
  if (frame === null) return undefined;
  const name = frame.file.split(/[\\/]/).at(-1) ?? '';
  for (const [uri, diagnostics] of vscode.languages.getDiagnostics()) {
    if (uri.path.split('/').at(-1) !== name) continue;
    const found = diagnostics.find((entry) => entry.source === 'firstfault' && entry.range.start.line === frame.line - 1);
    if (found !== undefined) return new vscode.Location(uri, found.range);
  }
  return undefined;
}
