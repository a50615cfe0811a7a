import { parentPort, workerData } from 'node:worker_threads';
import { type Piece, piecesOf } from './pieces.ts';
import { readFiles } from './read-files.ts';

async function* pieces(path: string): AsyncGenerator<Piece> {
  for await (const file of readFiles(path)) yield* piecesOf(file);
}

const { path } = workerData as { readonly path: string };
const reading = pieces(path);
// A piece for each word of the other thread, so that no more wait there than it has time for.
parentPort!.on('message', async () => {
  const { done, value } = await reading.next();
  parentPort!.postMessage(done ? { end: true } : value);
  if (done) parentPort!.close();
});
