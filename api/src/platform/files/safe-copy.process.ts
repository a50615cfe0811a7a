import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { type Bounds, type FileOrder, type FileRefusal, NotTaken, REFUSALS } from './order.ts';

/*
 * Takes one file of a stranger apart and ends: the file comes in on standard input, its copy goes out on standard
 * output. Started by safe-copies.ts for each file anew, without settings and secrets, so nothing is left of the one before.
 */

const [order, bounds] = process.argv.slice(2).map((text) => JSON.parse(text)) as [FileOrder, Bounds];

try {
  await once(new Worker(new URL('./safe-copy.watch.ts', import.meta.url), { workerData: bounds }), 'online');
  const bytes = await buffer(process.stdin);
  const copy = order.make === 'pdf' ? await (await import('./safe-pdf.ts')).safePdf(bytes) : (await import('./safe-picture.ts')).safePicture(bytes, order.side);
  process.stdout.write(copy, () => process.exit(0));
} catch (error) {
  process.exit(REFUSALS[error instanceof NotTaken ? (error.why as FileRefusal) : 'damaged']);
}
