/** Rows that go to the database at once. To pack more keeps the thread longer than the 50 ms that requests may wait; a day of shares is one part. */
export const STORED_AT_ONCE = 4000;

/** A list in parts of at most so many. */
export function partsOf<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size));
  return parts;
}
