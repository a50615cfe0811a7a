import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A stack takes 60 MB, and a few of them stand at once. */
const LEAST_FREE_BYTES = 4e9;

function parentOf(onDisk: boolean): string {
  if (onDisk) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_FREE_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * A folder for a stack's data, in memory where there is room: a server waits for every commit to be on the disk, and a disk that
 * others keep busy, or that stands still, would hold up stories that are not about it.
 */
export const makeFolder = (onDisk: boolean): string => mkdtempSync(join(parentOf(onDisk), `vimarsh-e2e-${process.pid}-`));

/** Removes the folders of processes that have died. */
export function removeLeftFolders(): void {
  for (const parent of new Set([parentOf(false), tmpdir()]))
    for (const name of readdirSync(parent)) {
      const maker = /^vimarsh-e2e-(\d+)-/.exec(name)?.[1];
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
