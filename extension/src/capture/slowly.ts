// A request that the user waits for: silent while it is quick, a cancellable progress notification once it takes a second.
import * as vscode from 'vscode';

const kQuickMilliseconds = 1000;

/** Undefined where the user cancelled. */
export async function slowly<T>(title: string, task: (token: vscode.CancellationToken) => Promise<T>): Promise<T | undefined> {
  const source = new vscode.CancellationTokenSource();
  const work = task(source.token);
  const timer = setTimeout(() => showProgress(title, work, source), kQuickMilliseconds);
  try {
    return await work;
  } catch (error) {
    if (source.token.isCancellationRequested) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    source.dispose();
  }
}

function showProgress(title: string, work: Promise<unknown>, source: vscode.CancellationTokenSource): void {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  void vscode.window.withProgress(options, async (_progress, token) => {
    token.onCancellationRequested(() => source.cancel());
    await work.catch(() => undefined); // The caller reports the failure.
  });
}
