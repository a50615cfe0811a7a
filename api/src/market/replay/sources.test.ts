import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findFiles, openFile } from './sources.ts';

test('a file of a folder that is packed in another way than zip is refused by its name, as it is when it is named itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-sources-'));
  try {
    writeFileSync(join(folder, 'cm01.csv.gz'), gzipSync('SYMBOL,SERIES\n'));
    writeFileSync(join(folder, 'cm02.csv.bak'), 'SYMBOL,SERIES\n');
    writeFileSync(join(folder, 'notes.md'), 'x');
    const files = await findFiles([folder]);
    expect(files).toEqual([join(folder, 'cm01.csv.gz')]);
    for await (const source of openFile(files[0]!)) expect(source).toEqual({ name: 'cm01.csv.gz', code: 'UNREADABLE', refused: 'This is not a text file.' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
