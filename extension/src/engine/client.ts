// The running engine: started when first needed, restarted after a crash a few times, then stopped with the reason in words.
// Owns the language client. Knows nothing of terminals or views.
import * as vscode from 'vscode';
import {
  CloseAction, ErrorAction, RevealOutputChannelOn,
  type CloseHandlerResult, type LanguageClient, type NotificationType, type RequestType,
} from 'vscode-languageclient/node';
import type { Settings } from '../config.ts';
import type { Log } from '../log.ts';
import { EngineClient } from './languageclient.ts';
import { locateEngine } from './locate.ts';
import { probeEngine } from './probe.ts';
import { incident, status, type EngineStatus, type Incident } from './protocol.ts';
import { RestartPolicy } from './restarts.ts';
import { thisSystem } from './system.ts';

// A command URI: what stands behind the question mark is its arguments, as JSON.
const kExplainLink = `command:firstfault.explain?${encodeURIComponent('["')}{id}${encodeURIComponent('"]')}`;

export type EngineState = { kind: 'idle' } | { kind: 'running'; status: EngineStatus } | { kind: 'stopped'; message: string };

export class Engine implements vscode.Disposable {
  private client: Promise<LanguageClient> | undefined;
  private restarting: Promise<void> | undefined;
  private readonly restarts = new RestartPolicy();
  private readonly lastWords: string[] = [];
  private readonly ran = new WeakSet<LanguageClient>();
  private readonly stateEmitter = new vscode.EventEmitter<EngineState>();
  private readonly incidentEmitter = new vscode.EventEmitter<Incident>();
  readonly onState = this.stateEmitter.event;
  readonly onIncident = this.incidentEmitter.event;

  private readonly context: vscode.ExtensionContext;
  private readonly log: Log;
  private readonly settings: () => Settings;

  constructor(context: vscode.ExtensionContext, log: Log, settings: () => Settings) {
    this.context = context;
    this.log = log;
    this.settings = settings;
  }

  get isStarted(): boolean {
    return this.client !== undefined;
  }

  /** Starts the engine where needed. Rejects with a message for people. */
  async request<P, R>(type: RequestType<P, R, void>, params: P, token?: vscode.CancellationToken): Promise<R> {
    const client = await this.ready();
    return token === undefined ? client.sendRequest<R>(type.method, params) : client.sendRequest<R>(type.method, params, token);
  }

  async notify<P>(type: NotificationType<P>, params: P): Promise<void> {
    const client = await this.ready();
    await client.sendNotification(type.method, params);
  }

  /** A restart that is asked for while one is under way joins it: by then the new settings are not read yet, or it is the same wish. */
  restart(): Promise<void> {
    this.restarting ??= this.stop()
      .then(() => {
        this.restarts.reset();
        return this.ready();
      })
      .then(() => undefined)
      .finally(() => (this.restarting = undefined));
    return this.restarting;
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.stateEmitter.fire({ kind: 'idle' });
    await client?.then((running) => running.dispose(2000)).catch(() => undefined); // One that never ran has nothing to stop.
  }

  dispose(): void {
    this.stateEmitter.dispose();
    this.incidentEmitter.dispose();
  }

  private ready(): Promise<LanguageClient> {
    this.client ??= this.start().catch((error: unknown) => {
      this.client = undefined;
      this.fail(error instanceof Error ? error.message : String(error));
      throw error;
    });
    return this.client;
  }

  private async start(): Promise<LanguageClient> {
    const located = locateEngine(thisSystem, this.settings().enginePath, this.context.extensionPath);
    if (located.kind === 'failed') throw new Error(located.message);
    const version = await probeEngine(located.path);
    this.log.info(`starts ${located.path} (from: ${located.from}; ${version})`);
    const client = this.createClient(located.path);
    client.onNotification(incident, (params) => this.incidentEmitter.fire(params));
    client.onNotification(status, (params) => this.stateEmitter.fire({ kind: 'running', status: params }));
    try {
      await client.start();
    } catch (error) {
      throw new Error(`The engine "${located.path}" did not start${this.lastWordsText()}`, { cause: error });
    }
    this.ran.add(client);
    this.stateEmitter.fire({ kind: 'running', status: { health: 'ok', busy: false } });
    return client;
  }

  private createClient(path: string): LanguageClient {
    const client: EngineClient = new EngineClient('firstfault', 'Firstfault', { command: path, args: ['lsp'] }, {
      documentSelector: [{ scheme: 'file', language: 'python' }],
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: { error: () => ({ action: ErrorAction.Continue }), closed: () => this.onClosed(client) },
      initializationOptions: () => this.options(),
      initializationFailedHandler: () => false,
      stdioOptions: { stdout: () => undefined, stderr: (stream) => stream.setEncoding('utf8').on('data', (text: string) => this.hear(text)) },
      markdown: { isTrusted: { enabledCommands: ['firstfault.showIncident', 'firstfault.explain'] }, supportHtml: false },
    });
    return client;
  }

  // Rules that a workspace keeps count only where it is trusted; the setting's paths are restricted there by VS Code itself.
  private options(): object {
    const { pathMappings, rulePaths } = this.settings();
    return { pathMappings, rulePaths, folderRules: vscode.workspace.isTrusted, explainLink: kExplainLink };
  }

  private onClosed(client: LanguageClient): CloseHandlerResult {
    const stay = { action: CloseAction.DoNotRestart, handled: true };
    if (!this.ran.has(client)) return stay; // start() says why it did not start.
    this.log.error(`the engine ended unexpectedly${this.lastWordsText()}`);
    if (this.restarts.mayRestart(Date.now())) return { action: CloseAction.Restart, handled: true };
    this.client = undefined;
    this.fail(`The engine ended unexpectedly several times${this.lastWordsText()}`);
    return stay;
  }

  private hear(text: string): void {
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue;
      this.log.warn(`engine: ${line}`);
      this.lastWords.push(line);
    }
    this.lastWords.splice(0, Math.max(0, this.lastWords.length - 5));
  }

  private lastWordsText(): string {
    return this.lastWords.length === 0 ? '.' : `: ${this.lastWords.join(' | ')}`;
  }

  private fail(message: string): void {
    this.log.error(message);
    this.stateEmitter.fire({ kind: 'stopped', message });
  }
}
