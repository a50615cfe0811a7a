import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SCRIPT = `const { pinKey } = await import(${JSON.stringify(fileURLToPath(new URL('pinned-keys.ts', import.meta.url)))});
  try { pinKey(process.argv[1], 'new', process.argv[2] === 'anew') } catch (error) { process.exit(error.code === 'EFBIG' ? 28 : 1) }`;

test.each([
  ['anew', '["old"]\n'],
  ['first', null],
])('on a full disk the keys that releases trust stay as they were (%s)', (how, before) => {
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-pinned-'));
  const releases = join(folder, 'releases');
  try {
    mkdirSync(releases);
    if (before) writeFileSync(join(releases, 'ledger-keys.json'), before);
    // A process that may write no byte into any file.
    const words = ['-c', `trap '' XFSZ; ulimit -f 0; exec "$0" --input-type=module -e "$1" "$2" "$3"`, process.execPath, SCRIPT, folder, how];
    expect(spawnSync('bash', words, { encoding: 'utf8' })).toMatchObject({ status: 28, stderr: '' });
    expect(readdirSync(releases)).toEqual(before ? ['ledger-keys.json'] : []);
    if (before) expect(readFileSync(join(releases, 'ledger-keys.json'), 'utf8')).toBe(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
