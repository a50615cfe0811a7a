import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Built, build } from '@vimarsh/shared/build/build.ts';
import { REPOSITORY, readWorkspace } from '@vimarsh/shared/build/modules.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { startProblems } from './start-check.ts';

const root = mkdtempSync(`${tmpdir()}/start-check-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The house's own build of a module; `edits` change the copy's files. */
async function built(name: string, edits: Record<string, (text: string) => string> = {}): Promise<Built> {
  const own = await build(readWorkspace(REPOSITORY + name));
  const files = mkdtempSync(`${root}/${name}-`);
  cpSync(own.files, files, { recursive: true });
  for (const [file, edit] of Object.entries(edits)) writeFileSync(`${files}/${file}`, edit(readFileSync(`${files}/${file}`, 'utf8')));
  return { ...own, files };
}

test.each(['shared', 'root-config'])('the house’s own %s starts', async (name) => {
  expect(await startProblems(await built(name))).toEqual([]);
});

const thrown = (text: string): string => `throw new Error('broken at its top');${text}`;
test('a shared whose entry throws is refused, and so is one whose libraries do', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  expect(await startProblems(await built('shared', { 'entry.js': thrown }))).toEqual(['does not start: broken at its top']);
  expect(await startProblems(await built('shared', { 'base.js': thrown }))).toEqual([expect.stringContaining('does not start: ')]);
});

test('a root-config that throws before it begins is refused', async () => {
  expect(await startProblems(await built('root-config', { 'boot.js': thrown }))).toEqual(['does not start: broken at its top']);
});
