import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import type { KeysRead, ListsToRead } from '../read-lists.ts';
import { keysOf, readUpstoxList, type UpstoxInstrument } from './instruments.ts';

const LONGEST_LIST = 268_435_456;
/** Both bytes with which gzip begins. The files come packed, whether or not their sender says so. */
const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const NO_LIST = 'Upstox’s list of instruments does not have the documented form.';

function read(): KeysRead<string> {
  const { lists, ours } = workerData as ListsToRead;
  const instruments: UpstoxInstrument[] = [];
  for (const bytes of lists) {
    const text = isPacked(bytes) ? gunzipSync(bytes, { maxOutputLength: LONGEST_LIST }) : Buffer.from(bytes);
    const rows = readUpstoxList(JSON.parse(text.toString()));
    if (!rows) return NO_LIST;
    for (const row of rows) instruments.push(row);
  }
  return keysOf(ours, instruments);
}

function readOrNone(): KeysRead<string> {
  try {
    return read();
  } catch {
    return NO_LIST;
  }
}

parentPort!.postMessage(readOrNone());
