import type { ReadFile } from './read-files.ts';

/** Rows handed over at once: a few milliseconds of the thread that takes them. */
const PIECE = 2000;

/** A file is handed over as its head, whose long lists are empty, and then their rows. */
export type Piece = { readonly head: ReadFile } | { readonly list: string; readonly rows: readonly unknown[] } | { readonly end: true };

type Lists = Record<string, unknown>;

/** A file in pieces, in the order in which `joined` wants them. */
export function* piecesOf(read: ReadFile): Generator<Piece> {
  if (!('file' in read)) return yield { head: read };
  const long = Object.entries(read.file as unknown as Lists).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > PIECE,
  );
  yield { head: { ...read, file: { ...read.file, ...Object.fromEntries(long.map(([list]) => [list, []])) } } as ReadFile };
  for (const [list, rows] of long) for (let at = 0; at < rows.length; at += PIECE) yield { list, rows: rows.slice(at, at + PIECE) };
}

/** Files out of their pieces. */
export async function* joined(pieces: AsyncIterable<Piece>): AsyncGenerator<ReadFile> {
  let file: ReadFile | null = null;
  for await (const piece of pieces) {
    if ('list' in piece) ((file as unknown as { file: Lists }).file[piece.list] as unknown[]).push(...piece.rows);
    else {
      if (file) yield file;
      file = 'head' in piece ? piece.head : null;
    }
  }
}
