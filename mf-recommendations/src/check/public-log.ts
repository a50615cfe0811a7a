import { type ReadTile, tilePath } from '@vimarsh/shared/domain/log/tree.ts';

/** Where the log is for everybody, on whatever host the page is (docs/record-format.md). */
const LOG = '/.well-known/vimarsh-log/';
const PATIENCE_MS = 15_000;

const ask = (path: string): Promise<Response> => fetch(LOG + path, { credentials: 'omit', signal: AbortSignal.timeout(PATIENCE_MS) });

/** The signed head of the log; null before the first. Throws where it can't be had. */
export async function readHead(): Promise<string | null> {
  const answer = await ask('checkpoint');
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`The head of the log: ${answer.status}`);
  return answer.text();
}

/** Tiles of the log never change, so the browser's cache keeps them. */
export const readTile: ReadTile = async (...place) => {
  const path = tilePath(...place);
  const answer = await ask(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};
