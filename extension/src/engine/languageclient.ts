// The language client without workspace/executeCommand: the engine's commands are for editors that have no extension of their own, and
// registering them here would collide with the extension's.
import { ExecuteCommandRequest, LanguageClient, type DynamicFeature, type StaticFeature } from 'vscode-languageclient/node';

export class EngineClient extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    const isCommands = 'registrationType' in feature && feature.registrationType.method === ExecuteCommandRequest.method;
    if (!isCommands) super.registerFeature(feature);
  }
}
