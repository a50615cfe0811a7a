import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** The system's own, older than the pinned one, where there is one. */
const SYSTEM_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path)) ?? process.execPath;

test('the package holds the one file and its types, needs no other, and runs on the system’s Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-witness-package-'));
  try {
    const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: HERE, encoding: 'utf8' })) as [
      { filename: string; files: { path: string }[] },
    ];
    expect(packed.files.map(({ path }) => path).toSorted()).toEqual(['README.md', 'package.json', 'vimarsh-witness.mjs', 'witness.d.mts', 'witness.mjs']);
    execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
    const { dependencies, bin } = JSON.parse(readFileSync(join(folder, 'package', 'package.json'), 'utf8'));
    expect(dependencies).toBeUndefined();
    const imports = [...readFileSync(join(folder, 'package', 'witness.mjs'), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from);
    expect(imports.filter((from) => !from!.startsWith('node:'))).toEqual([]);
    // As npm puts it into a path.
    const program = join(folder, 'vimarsh-witness');
    symlinkSync(join(folder, 'package', bin['vimarsh-witness']), program);
    expect(readFileSync(program, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
    const { stdout, status } = spawnSync(SYSTEM_NODE, [program, '--name', 'w1.example', '--key-file', join(folder, 'key.pem'), '--show-key'], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^w1\.example\+[0-9a-f]{8}\+/)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
