import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A stack of the stories takes 60 MB, an API test's copy of the demo as much, and a few of them stand at once. */
const LEAST_FREE_BYTES = 4e9;

/** A folder in memory with room enough; null where there is none. */
export function memoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_FREE_BYTES ? MEMORY : null;
  } catch {
    return null;
  }
}

/**
 * A folder for the data of tests, in memory where there is room: a server waits for every commit to be on the disk, and a disk that
 * others keep busy, or that stands still, would hold up tests that are not about it.
 */
export const makeFolder = (of: string, onDisk = false): string => mkdtempSync(join((!onDisk && memoryFolder()) || tmpdir(), `vimarsh-${of}-${process.pid}-`));

/** Removes the folders of processes that have died. */
export function removeLeftFolders(of: string): void {
  for (const parent of new Set([memoryFolder() ?? tmpdir(), tmpdir()]))
    for (const name of readdirSync(parent)) {
      const maker = new RegExp(`^vimarsh-${of}-(\\d+)-`).exec(name)?.[1];
      if (maker && !lives(Number(maker))) rmSync(join(parent, name), { recursive: true, force: true });
    }
}

export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
