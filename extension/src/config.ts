// Typed access to the settings. Knows names and defaults; the reader is injected, so that tests need no editor.

export interface Settings {
  readonly enginePath: string;
  readonly captureTerminals: boolean;
  readonly pathMappings: Readonly<Record<string, string>>;
  readonly rulePaths: readonly string[];
}

/** Reads one setting below `firstfault.`; undefined or a wrong type stands for "not set". */
export type Reader = (key: string) => unknown;

export function readSettings(read: Reader, workspaceFolder?: string): Settings {
  const path = read('engine.path');
  const capture = read('terminal.capture');
  return {
    enginePath: typeof path === 'string' ? expand(path.trim(), workspaceFolder) : '',
    captureTerminals: typeof capture === 'boolean' ? capture : true,
    pathMappings: readMappings(read('pathMappings'), workspaceFolder),
    rulePaths: readPaths(read('rules.extraPaths'), workspaceFolder),
  };
}

function readPaths(value: unknown, workspaceFolder?: string): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((path): path is string => typeof path === 'string' && path !== '').map((path) => expand(path, workspaceFolder));
}

function readMappings(value: unknown, workspaceFolder?: string): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  const mappings: Record<string, string> = {};
  for (const [from, to] of Object.entries(value)) {
    if (from !== '' && typeof to === 'string' && to !== '') mappings[from] = expand(to, workspaceFolder);
  }
  return mappings;
}

function expand(text: string, workspaceFolder?: string): string {
  return workspaceFolder === undefined ? text : text.replaceAll('${workspaceFolder}', workspaceFolder);
}
