import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { missingServices } from '../support/faults/nodes.ts';
import { REPOSITORY, TEMPLATE } from '../support/stack.ts';
import type { Result } from './bench.ts';
import { isMeasured } from './figure.ts';

// What it says of the product's speed is not looked at: `npm run bench` on a quiet machine is for that.
test('every group of the bench still measures something', async () => {
  const missing = await missingServices();
  if (missing && process.env.CI === 'true') throw new Error(`CI needs ${missing}.`);
  test.setTimeout(600_000);
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-bench-'));
  try {
    const { code, printed } = await runShort(join(folder, 'bench.json'));
    expect(code, printed).toBe(0);
    const { results } = JSON.parse(readFileSync(join(folder, 'bench.json'), 'utf8')) as { results: Result[] };
    expect(results.length).toBeGreaterThan(15);
    const skips = (note = ''): boolean => missing !== '' && note.startsWith('skipped: ');
    const empty = results.filter(({ figures }) => figures.length === 0 || !figures.every((figure) => isMeasured(figure) || skips(figure.note)));
    expect(empty).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function runShort(out: string): Promise<{ code: number | null; printed: string }> {
  const bench = spawn(process.execPath, [`${REPOSITORY}e2e/bench/bench.ts`, '--short', '--keep', '--template', TEMPLATE, '--out', out], { stdio: 'pipe' });
  let printed = '';
  for (const stream of [bench.stdout, bench.stderr])
    stream.on('data', (part: Buffer) => {
      printed += part;
    });
  return new Promise((resolve) => bench.on('close', (code) => resolve({ code, printed })));
}
