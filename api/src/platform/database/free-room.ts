import { statfsSync } from 'node:fs';

/** An empty database and its write-ahead log take as much; with less the first start would end in the middle. */
export const LEAST_FREE_AT_FIRST_MB = 200;
/** A start on data that is there already writes two segments of the log at most, and has to leave the server room to write in. */
export const LEAST_FREE_MB = 96;
/**
 * A running server stops writing below this. What one transaction still writes has to fit: PostgreSQL ends when its log meets a full
 * disk, and a segment of the log takes 16 MB at once.
 */
export const LEAST_FREE_UNDERWAY_MB = 48;

/** Whole megabytes that are free on the disk of a folder. */
export function freeMbOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return Math.floor((bavail * bsize) / 1_000_000);
}
