import { type Piece, piecesOf } from './pieces.ts';
import { readFiles } from './read-files.ts';

async function* pieces(path: string): AsyncGenerator<Piece> {
  for await (const file of readFiles(path)) yield* piecesOf(file);
}

const reading = pieces(process.argv[2]!);
// A piece for each word of the server, so that no more wait there than it has time for.
process.on('message', async () => {
  const { done, value } = await reading.next();
  process.send!(done ? { end: true } : value);
});
// Nobody is left to read for.
process.on('disconnect', () => process.exit());
