import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, floorConfig } from '../compile.ts';

/** The bare card as one ES module. */
export async function cardFloor(): Promise<string> {
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
