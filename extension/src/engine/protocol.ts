// The engine's own messages, typed in one place. The wire form is fixed with the engine; only what the editor shows is named here.
import { NotificationType, RequestType } from 'vscode-languageclient/node';
import type { Report } from './report.ts';

export interface DiagnoseText {
  text: string;
  origin: 'selection' | 'terminal' | 'notebook' | 'clipboard';
  cwd?: string;
  uri?: string;
}
export const diagnoseText = new RequestType<DiagnoseText, Report, void>('firstfault/diagnoseText');

export interface DiagnosePaths {
  paths: string[];
  cwd?: string;
}
export const diagnosePaths = new RequestType<DiagnosePaths, Report, void>('firstfault/diagnosePaths');

export interface TerminalChunk {
  terminal: string;
  run: number;
  seq: number;
  data: string;
}
export const terminalChunk = new NotificationType<TerminalChunk>('firstfault/terminalChunk');

export interface TerminalEnd {
  terminal: string;
  run: number;
  exitCode?: number;
  commandLine?: string;
  cwd?: string;
}
export const terminalEnd = new RequestType<TerminalEnd, Report | null, void>('firstfault/terminalEnd');

export interface LineInfo {
  verdict: string;
  role: string;
  /** What the line says, in words: "A peer closed its gloo connection". */
  says?: string;
  rank?: number | null;
  report?: Report;
}
export const lineInfo = new RequestType<{ text: string; terminal?: string }, LineInfo | null, void>('firstfault/lineInfo');

/** A page of the encyclopedia, for the id of a cause or signature, or an Xid. */
export const explain = new RequestType<{ id: string }, { markdown: string }, void>('firstfault/explain');

export const clear = new RequestType<Record<string, never>, unknown, void>('firstfault/clear');

export interface Incident {
  report: Report;
  terminal?: string;
  run?: number;
}
export const incident = new NotificationType<Incident>('firstfault/incident');

export interface EngineStatus {
  health: 'ok' | 'warning' | 'error';
  message?: string;
  busy: boolean;
}
export const status = new NotificationType<EngineStatus>('firstfault/status');
