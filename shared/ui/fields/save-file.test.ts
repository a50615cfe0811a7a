import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('no other source makes an address for a file', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const files = execFileSync('git', ['grep', '--untracked', '-l', 'createObjectURL', '--', '*.ts', '*.tsx'], { cwd: root }).toString();
  expect(files.split('\n').filter((path) => path && !/\.test(ing)?\.tsx?$/.test(path))).toEqual(['shared/ui/fields/save-file.ts']);
});
