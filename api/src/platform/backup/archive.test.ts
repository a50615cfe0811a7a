import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ArchiveRefused, checkArchive } from './archive.ts';

test.each([
  ['a folder', tmpdir(), `${tmpdir()} is a folder: name the archive in it.`],
  ['no file', join(tmpdir(), 'no-such-archive'), `There is no file ${join(tmpdir(), 'no-such-archive')}.`],
])('an archive that is %s is refused in one sentence with its path', async (_what, file, sentence) => {
  await expect(checkArchive(file, () => undefined)).rejects.toThrow(new ArchiveRefused(sentence));
});
