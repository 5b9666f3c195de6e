// The schemas of rule files under addresses that hold in any folder: "$schema": "firstfault://schemas/signature-1.json".
import * as vscode from 'vscode';

const kScheme = 'firstfault';

export function registerSchemas(extension: vscode.Uri): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(kScheme, {
    provideTextDocumentContent: async (uri) => {
      const name = uri.path.split('/').at(-1) ?? '';
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'rules', 'schema', name));
      return new TextDecoder().decode(bytes);
    },
  });
}
