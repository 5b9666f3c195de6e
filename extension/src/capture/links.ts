// A link on each terminal line that the engine knows; hovering shows the verdict, following it opens the diagnosis.
// Asked for every line under the mouse, so: short lines only, nothing before the first failure, and answers are kept.
import * as vscode from 'vscode';
import type { Engine } from '../engine/client.ts';
import { lineInfo, type LineInfo } from '../engine/protocol.ts';
import type { Incidents } from '../incidents.ts';
import type { ReportDocument } from '../views/document.ts';
import { openDiagnosis } from '../views/show.ts';
import { LineCache } from './linecache.ts';
import type { TerminalNames } from './names.ts';

const kMaxLineLength = 2000;

// The editor makes every blank of a link's tooltip unbreakable and then breaks long ones within words; it leaves this space alone.
const kBreakableSpace = '\u2005';

interface VerdictLink extends vscode.TerminalLink {
  readonly info: LineInfo;
}

export class VerdictLinks implements vscode.TerminalLinkProvider<VerdictLink>, vscode.Disposable {
  private readonly cache = new LineCache<LineInfo | null>();
  private readonly subscription: vscode.Disposable;
  private readonly engine: Engine;
  private readonly incidents: Incidents;
  private readonly names: TerminalNames<vscode.Terminal>;
  private readonly document: ReportDocument;

  constructor(engine: Engine, incidents: Incidents, names: TerminalNames<vscode.Terminal>, document: ReportDocument) {
    this.engine = engine;
    this.incidents = incidents;
    this.names = names;
    this.document = document;
    this.subscription = incidents.onChange(() => this.cache.clear());
  }

  dispose(): void {
    this.subscription.dispose();
  }

  async provideTerminalLinks({ line, terminal }: vscode.TerminalLinkContext, token: vscode.CancellationToken): Promise<VerdictLink[]> {
    const text = line.trim();
    if (text === '' || line.length > kMaxLineLength || this.incidents.latest === undefined) return [];
    const info = await this.ask(text, this.names.of(terminal, terminal.name), token);
    if (info === null) return [];
    return [{ startIndex: line.indexOf(text), length: text.length, tooltip: tooltip(info), info }];
  }

  async handleTerminalLink({ info }: VerdictLink): Promise<void> {
    const report = info.report ?? this.incidents.latest;
    if (report !== undefined) await openDiagnosis(report, this.document);
  }

  private async ask(text: string, terminal: string, token: vscode.CancellationToken): Promise<LineInfo | null> {
    const key = `${terminal}\n${text}`;
    const known = this.cache.get(key);
    if (known !== undefined) return known;
    const info = await this.engine.request(lineInfo, { text, terminal }, token).catch(() => undefined);
    if (info === undefined) return null; // Cancelled or failed: ask again next time.
    this.cache.set(key, info);
    return info;
  }
}

// "Collateral. Rank 0: a peer closed its gloo connection. Rank 5 failed first: …"
function tooltip({ role, rank, says, verdict }: LineInfo): string {
  const who = rank === undefined || rank === null ? '' : `Rank ${rank}`;
  const what = [who, says ?? ''].filter((part) => part !== '').join(': ');
  const text = `${role.charAt(0).toUpperCase()}${role.slice(1)}. ${what === '' ? '' : `${what}. `}${verdict}`;
  return text.replaceAll(' ', kBreakableSpace);
}
