import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../extension/src/config.ts';

const read = (values: Record<string, unknown>) => (key: string) => values[key];

test('nothing set gives the defaults', () => {
  assert.deepEqual(readSettings(read({})), { enginePath: '', captureTerminals: true, pathMappings: {}, rulePaths: [] });
});

test('values of a wrong type count as not set', () => {
  const settings = readSettings(read({ 'engine.path': 7, 'terminal.capture': 'no', pathMappings: 'x' }));
  assert.deepEqual(settings, { enginePath: '', captureTerminals: true, pathMappings: {}, rulePaths: [] });
});

test('${workspaceFolder} is filled in, in every place', () => {
  const settings = readSettings(
    read({ 'engine.path': ' ${workspaceFolder}/build/firstfault ', pathMappings: { '/app': '${workspaceFolder}/src', '/two': '${workspaceFolder}:${workspaceFolder}' } }),
    '/home/me/job',
  );
  assert.equal(settings.enginePath, '/home/me/job/build/firstfault');
  assert.deepEqual(settings.pathMappings, { '/app': '/home/me/job/src', '/two': '/home/me/job:/home/me/job' });
});

test('mappings that map nothing or to nothing are left out', () => {
  assert.deepEqual(readSettings(read({ pathMappings: { '': '/x', '/a': '', '/b': 3, '/c': '/d' } })).pathMappings, { '/c': '/d' });
});

test('capture can be switched off', () => {
  assert.equal(readSettings(read({ 'terminal.capture': false })).captureTerminals, false);
});

test('paths of rules are texts, and may begin with the workspace folder', () => {
  const settings = readSettings(read({ 'rules.extraPaths': ['${workspaceFolder}/rules', '', 7, '/etc/rules'] }), '/home/me/job');
  assert.deepEqual(settings.rulePaths, ['/home/me/job/rules', '/etc/rules']);
  assert.deepEqual(readSettings(read({ 'rules.extraPaths': '/etc/rules' })).rulePaths, []);
});
