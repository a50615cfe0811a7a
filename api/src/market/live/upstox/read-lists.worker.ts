import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { JsonBeyond, type JsonBounds, parseBounded } from '../../../platform/text/json-bounds.ts';
import type { KeysRead, ListsToRead } from '../read-lists.ts';
import { keysOf, readUpstoxList, type UpstoxInstrument } from './instruments.ts';

/**
 * The longest list, of the NSE, has some 80,000 rows of 20 fields: 40 MB. Whatever stands within these bounds takes at most two thirds of the
 * memory of its thread.
 */
const LIST: JsonBounds = { bytes: 96 * 2 ** 20, containers: 300_000, values: 4_000_000, depth: 8 };

/** Both bytes with which gzip begins. The files come packed, whether or not their sender says so. */
const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const NO_LIST = 'Upstox’s list of instruments does not have the documented form.';

function read(): KeysRead<string> {
  const { lists, ours } = workerData as ListsToRead;
  const instruments: UpstoxInstrument[] = [];
  for (const bytes of lists) {
    const rows = readUpstoxList(parseBounded(unpacked(bytes), LIST));
    if (!rows) return NO_LIST;
    for (const row of rows) instruments.push(row);
  }
  return keysOf(ours, instruments);
}

/** One byte more than the bound is enough to see that a list is too long. */
const unpacked = (bytes: Uint8Array): Uint8Array => (isPacked(bytes) ? gunzipSync(bytes, { maxOutputLength: LIST.bytes + 1 }) : bytes);

function readOrNone(): KeysRead<string> {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonBeyond) return `Upstox’s list of instruments is refused (${error.code}). ${error.message}`;
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      return `Upstox’s list of instruments is refused (TOO_LONG). It is longer than ${LIST.bytes / 2 ** 20} MB.`;
    return NO_LIST;
  }
}

parentPort!.postMessage(readOrNone());
