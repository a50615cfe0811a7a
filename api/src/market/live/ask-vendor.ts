import { JsonBeyond, type JsonBounds, parseBounded } from '../../platform/text/json-bounds.ts';
import { LineFault } from './price-line.ts';

/** Answers that are read beside requests; the longest, minutes of a share, has at most 40,000 candles of seven figures. */
const ANSWER: JsonBounds = { bytes: 4 * 2 ** 20, containers: 45_000, values: 350_000, depth: 16 };

export interface VendorRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the answer, unpacked. */
  readonly most: number;
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
}

/** The broker answers 429 to more than its documented requests a second. */
export class TooMany extends LineFault {}

/** One GET to a broker: the text of its answer. */
export async function askVendor(name: string, request: VendorRequest): Promise<string> {
  return (await askVendorBytes(name, request)).toString();
}

/**
 * One GET to a broker: the bytes of its answer within a length and a time. `name` is the broker's name in sentences. 401 and 403 are refusals: both
 * brokers answer so to a token that is over. The error never holds the address, whose query may hold a key.
 */
export async function askVendorBytes(name: string, { url, headers, most, patience, signal }: VendorRequest): Promise<Buffer> {
  const late = AbortSignal.timeout(patience);
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: signal ? AbortSignal.any([signal, late]) : late });
    if (response.status === 401 || response.status === 403) throw new LineFault(`${name} refuses the key or the access token.`, true);
    if (response.status === 429) throw new TooMany(`${name} says that it is asked too often.`);
    if (!response.ok) throw new LineFault(`${name} answered with the status ${response.status}.`);
    return await readAtMost(name, response, most);
  } catch (error) {
    if (error instanceof LineFault) throw error;
    if (late.aborted) throw new LineFault(`${name} did not answer within ${patience / 1000} seconds.`);
    throw new LineFault(`${name} can’t be reached.`);
  }
}

async function readAtMost(name: string, response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > most) throw new LineFault(`${name} answered with more than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** JSON of an answer within what an answer can hold, or a LineFault. */
export function jsonOf(name: string, text: string): unknown {
  try {
    return parseBounded(new TextEncoder().encode(text), ANSWER);
  } catch (error) {
    if (error instanceof JsonBeyond) throw new LineFault(`${name}’s answer is refused (${error.code}). ${error.message}`);
    throw new LineFault(`${name} answered with something else than JSON.`);
  }
}
