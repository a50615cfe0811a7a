import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DataInUse, DataUnusable, lockData, makePrivate } from './data-lock.ts';

const root = mkdtempSync(join(tmpdir(), 'vimarsh-lock-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function refusal(directory: string): Error {
  try {
    lockData(directory)();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It was not refused.');
}

test('a folder that is none is refused in one sentence that says what to do', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  for (const directory of [file, join(file, 'below')]) {
    const error = refusal(directory);
    expect(error).toBeInstanceOf(DataUnusable);
    expect(error.message).toBe(`The data folder ${directory} can’t be used: it is not a folder. Mend that, or set DATA_DIR to another folder.`);
  }
});

test('one process holds a folder, and the next one gets it when it is given back', () => {
  const directory = join(root, 'data');
  const unlock = lockData(directory);
  expect(refusal(directory)).toBeInstanceOf(DataInUse);
  unlock();
  lockData(directory)();
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(readdirSync(directory)).not.toContain(`.probe-${process.pid}`);
});

test('what lies open to others from earlier is closed to them', () => {
  const directory = join(root, 'postgres');
  mkdirSync(join(directory, 'base', '1'), { recursive: true });
  for (const path of ['', 'base', 'base/1']) chmodSync(join(directory, path), 0o777);
  writeFileSync(join(directory, 'base', '1', 'rows'), 'hashes');
  chmodSync(join(directory, 'base', '1', 'rows'), 0o666);
  makePrivate(directory);
  expect(['', 'base', 'base/1', 'base/1/rows'].map((path) => statSync(join(directory, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o700, 0o600]);
});

/** A disk of its own in memory, which only root may mount. */
function ownDisk(megabytes: number): string | null {
  const directory = mkdtempSync(join(root, 'disk-'));
  return mount(['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory]) ? directory : null;
}
const mount = (words: readonly string[]): boolean => spawnSync('mount', words).status === 0;
const disk = ownDisk(150);
if (!disk) console.log('This process may not mount anything: a full disk and a read-only one are not tested.');
afterAll(() => void (disk && spawnSync('umount', ['-l', disk])));

test.runIf(disk)('a disk with too little room refuses a first start by name, and not the start of a server that has its data there', () => {
  const directory = join(disk!, 'data');
  expect(refusal(directory).message).toMatch(/^The data folder .* can’t be used: only 1\d\d MB are free on its disk, and 200 MB are needed\./);
  mkdirSync(join(directory, 'postgres'));
  writeFileSync(join(directory, 'postgres', 'PG_VERSION'), '18');
  lockData(directory)();
  writeFileSync(join(disk!, 'filler'), Buffer.alloc(130_000_000));
  expect(refusal(directory).message).toMatch(/only \d+ MB are free on its disk, and 96 MB are needed/);
  for (let n = 0; ; n += 1) {
    try {
      writeFileSync(join(disk!, `rest-${n}`), Buffer.alloc(1_000_000));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
      break;
    }
  }
  const full = refusal(directory);
  expect(full).toBeInstanceOf(DataUnusable);
  expect(full.message).toMatch(/can’t be used: (only 0 MB are free|.*disk.*full|.*no room|.*space)/);
});

test.runIf(disk)('a disk that can only be read is refused in one sentence', () => {
  const directory = join(disk!, 'data');
  rmSync(join(disk!, 'filler'), { force: true });
  if (!mount(['-o', 'remount,ro', disk!])) throw new Error('The disk could not be made read-only.');
  const error = refusal(directory);
  expect(error).toBeInstanceOf(DataUnusable);
  expect(error.message).toMatch(/can’t be used: .*read.only/i);
});
