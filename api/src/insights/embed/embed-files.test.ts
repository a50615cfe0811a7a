import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EmbedFiles } from './embed-files.ts';

const dir = mkdtempSync(join(tmpdir(), 'vimarsh-embed-'));
afterAll(() => rmSync(dir, { recursive: true }));

test('a list of files that is damaged leaves the last good one, and none where there was none', async () => {
  const files = new EmbedFiles(dir);
  const list = join(dir, 'embed.json');
  expect(await files.current()).toBeNull();
  writeFileSync(list, '{"version": "1.0.0-01');
  expect(await files.current()).toBeNull();
  const built = { version: '1.0.0-0123456789', files: [{ path: '1.0.0-0123456789/loader.js', integrity: 'sha384-x' }] };
  writeFileSync(list, JSON.stringify(built));
  expect(await files.current()).toEqual(built);
  writeFileSync(list, '');
  expect(await files.current()).toEqual(built);
});
