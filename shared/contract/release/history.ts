import type { Channel } from './types.ts';

/** How the reason of a rollback begins. */
export const ROLLBACK = 'rollback from';

/** Reason of the move by which a start brings its own modules live. */
export const START = 'start';

/** Names of the files that hold a channel's moves, among `<channel>.<version>.json` files, oldest first. */
export function movesOf(files: readonly string[], name: string): string[] {
  const version = (file: string): number => Number.parseInt(file.slice(name.length + 1), 10);
  return files.filter((file) => file.startsWith(`${name}.`) && /^\d+\.json$/.test(file.slice(name.length + 1))).toSorted((a, b) => version(a) - version(b));
}

/** What a module had live since it last was not, oldest first, without what was rolled back or what `leftOut` says. The same release may come back. */
export function historyOf(moves: readonly Pick<Channel, 'releases' | 'reason'>[], module: string, leftOut: (id: string) => boolean): string[] {
  const live: string[] = [];
  for (const { releases, reason } of moves) {
    const id = releases[module];
    // What was retired is nothing to go back to.
    if (!id) live.length = 0;
    if (!id || id === live.at(-1) || leftOut(id)) continue;
    const back = reason.startsWith(ROLLBACK) ? live.lastIndexOf(id) : -1;
    if (back >= 0) live.length = back + 1;
    else live.push(id);
  }
  return live;
}

/** Whether a start made a module's live release live, and not somebody who named the module. */
export function cameByStart(moves: readonly Pick<Channel, 'releases' | 'reason'>[], module: string): boolean {
  const id = moves.at(-1)?.releases[module];
  const cameWith = moves[moves.findLastIndex(({ releases }) => releases[module] !== id) + 1];
  return cameWith?.reason === START;
}
