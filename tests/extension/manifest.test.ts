// package.json, package.nls.json and the sources must agree.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json'));
const texts: Record<string, string> = JSON.parse(read('package.nls.json'));
const commands: string[] = manifest.contributes.commands.map((entry: { command: string }) => entry.command);

test('every text of the manifest exists, and none is left over', () => {
  const used = new Set([...read('package.json').matchAll(/"%([^%"]+)%"/g)].map((match) => match[1]));
  assert.deepEqual([...used].sort(), Object.keys(texts).sort());
});

test('every command of the manifest is registered, and every registered one is in the manifest', () => {
  const registered = [...read('extension/src/actions.ts').matchAll(/register\('(\w+)'/g)].map((match) => `firstfault.${match[1]}`);
  assert.deepEqual([...commands].sort(), registered.sort());
});

test('every menu entry names a command of the manifest', () => {
  for (const entries of Object.values(manifest.contributes.menus) as { command: string }[][]) {
    for (const { command } of entries) assert.ok(commands.includes(command), command);
  }
});

test('every command bears the category, so that the palette finds it', () => {
  for (const entry of manifest.contributes.commands) assert.equal(entry.category, 'Firstfault', entry.command);
});

test('the API that is compiled against is the oldest that is supported', () => {
  assert.equal(`^${manifest.devDependencies['@types/vscode']}`, manifest.engines.vscode);
});

test('the language client is the only thing that the extension needs at run time', () => {
  assert.deepEqual(Object.keys(manifest.dependencies), ['vscode-languageclient']);
});

test('what a workspace could abuse is ignored where the workspace is not trusted', () => {
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.equal(supported, 'limited');
  for (const name of ['firstfault.engine.path', 'firstfault.pathMappings', 'firstfault.rules.extraPaths']) assert.ok(restrictedConfigurations.includes(name), name);
});

test('schemas of rule files exist and are packed', () => {
  const packed = read('.vscodeignore').split('\n');
  for (const { url } of manifest.contributes.jsonValidation) {
    assert.ok(JSON.parse(read(url)).properties.$schema, url);
    assert.ok(packed.includes('!rules/schema/*.json') && url.startsWith('./rules/schema/'), url);
  }
});

test('the lock file records no download addresses', () => {
  assert.ok(!read('package-lock.json').includes('"resolved"'));
});
