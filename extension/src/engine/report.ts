// The parts of the engine's report (firstfault.report/1) that the editor shows. Plain data.

export interface Report {
  outcome: 'failed' | 'succeeded' | 'no_failure_found';
  verdict: string;
  incidents: ReportedIncident[];
  inputs: { path: string; kind: string }[];
  notes: string[];
}

export interface ReportedIncident {
  verdict: string;
  attribution: 'single' | 'several' | 'all_ranks' | 'external' | 'undetermined';
  certainty: string;
  initiators: { rank: number | null }[];
  collateral: { ranks: string; because: string }[];
  cause: { id: string; title: string; certainty: string };
  frame: { file: string; line: number; function: string | null } | null;
  evidence: { input: number; line: number; rank: number | null; role: string; text: string }[];
  next: { title: string; command: string | null; why: string | null }[];
  missing: { fact: string }[];
}
