import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A folder that all test processes of a run read from, made by the first that wants it while the others wait. `run`: what they share.
 */
export async function madeOnce(run: string, name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(run, name);
  const [begun, done] = [`${folder}-begun`, `${folder}-done`];
  while (!existsSync(done)) {
    if (!isMine(begun)) {
      await pause(200);
      continue;
    }
    try {
      await make(folder);
      writeFileSync(done, '');
    } catch (error) {
      for (const left of [folder, begun]) rmSync(left, { recursive: true, force: true });
      throw error;
    }
  }
  return folder;
}

/** Whether this process is the one that makes it. */
function isMine(begun: string): boolean {
  try {
    mkdirSync(begun);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
