import { parentPort, workerData } from 'node:worker_threads';
import { LineFault } from '../price-line.ts';
import type { KeysRead, ListsToRead } from '../read-lists.ts';
import { readInstruments, tokensOf } from './instruments.ts';

function read(): KeysRead<number> {
  const { lists, ours } = workerData as ListsToRead;
  try {
    return tokensOf(
      ours,
      lists.flatMap((list) => readInstruments(Buffer.from(list).toString())),
    );
  } catch (error) {
    if (error instanceof LineFault) return error.message;
    throw error;
  }
}

parentPort!.postMessage(read());
