import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../folders.ts';
import { REPOSITORY } from '../stack.ts';

/**
 * Fills an empty PostgreSQL database with the demo of a seeded data folder, and puts the folder's keys into those of the nodes: moved
 * it is there sooner than seeded.
 */
export async function moveDemo(template: string, url: string, dataDirs: readonly string[]): Promise<void> {
  const folder = makeFolder(false);
  try {
    for (const part of ['postgres', 'keys']) cpSync(join(template, part), join(folder, part), { recursive: true });
    const move = spawn(process.execPath, [`${REPOSITORY}api/src/commands/move-data.ts`], {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    move.stderr.on('data', (part: Buffer) => {
      said += part;
    });
    const [code] = (await once(move, 'close')) as [number | null];
    if (code !== 0) throw new Error(`The demo was not moved: ${said}`);
    for (const dataDir of dataDirs) cpSync(join(template, 'keys'), join(dataDir, 'keys'), { recursive: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
