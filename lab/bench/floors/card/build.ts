import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, floorConfig } from '../compile.ts';

let built: Promise<string> | undefined;

/** The bare card as one ES module, built once for all figures of a run. */
export const cardFloor = (): Promise<string> => (built ??= buildCard());

async function buildCard(): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), 'vimarsh-floor-'));
  try {
    const config = floorConfig(
      {
        context: fileURLToPath(new URL('.', import.meta.url)),
        entry: { card: './card.tsx' },
        experiments: { outputModule: true },
        output: { path: out, filename: '[name].js', library: { type: 'module' }, module: true },
      },
      'preact',
    );
    // Its own address is known at run time only.
    await compile([{ ...config, module: { ...config.module, parser: { javascript: { importMeta: false } } } }]);
    return readFileSync(`${out}/card.js`, 'utf8');
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
