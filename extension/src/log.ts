// The one output channel. Nothing ever reveals it but the command "Show Log".
import * as vscode from 'vscode';

export type Log = vscode.LogOutputChannel;

export function createLog(): Log {
  return vscode.window.createOutputChannel('Firstfault', { log: true });
}
