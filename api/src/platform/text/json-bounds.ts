/**
 * Bounds of a JSON that a stranger has written. V8 parses in native code, which no timer and no memory limit of a thread interrupts: a parse that
 * outgrows the heap ends the whole process. So the text is measured before it is parsed.
 */
export interface JsonBounds {
  readonly bytes: number;
  /** Arrays and objects. An empty one takes 2 bytes of text and some 60 of memory. */
  readonly containers: number;
  /** Items of arrays and properties of objects: some 100 bytes of memory each at worst, beside their text. */
  readonly values: number;
  /** Levels of arrays and objects, one inside the other. */
  readonly depth: number;
}

export type JsonFault = 'TOO_LONG' | 'TOO_MANY_VALUES' | 'TOO_DEEP';

/** A JSON goes beyond its bounds, and nothing of it was parsed. The message says so in one sentence. */
export class JsonBeyond extends Error {
  readonly code: JsonFault;

  constructor(code: JsonFault, message: string) {
    super(message);
    this.code = code;
  }
}

const MB = 2 ** 20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BRACKET_ENDS = 0x5d;
const BRACE_ENDS = 0x7d;

const sizeOf = (bytes: number): string => (bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${bytes} bytes`);

/** Throws JsonBeyond where bytes of UTF-8 go beyond the bounds. Reads each byte once and makes nothing; says nothing of whether they are JSON. */
export function checkJsonBounds(bytes: Uint8Array, bounds: JsonBounds): void {
  if (bytes.length > bounds.bytes) throw new JsonBeyond('TOO_LONG', `It is longer than ${sizeOf(bounds.bytes)}.`);
  let containers = 0;
  let separators = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at);
        break;
      case COMMA:
        separators++;
        if (separators > bounds.values) throw tooMany('values', bounds.values);
        break;
      case BRACKET:
      case BRACE:
        containers++;
        depth++;
        if (containers > bounds.containers) throw tooMany('lists and objects', bounds.containers);
        if (depth > bounds.depth) throw new JsonBeyond('TOO_DEEP', `It is nested more than ${bounds.depth} levels deep.`);
        break;
      case BRACKET_ENDS:
      case BRACE_ENDS:
        depth--;
        break;
    }
  }
}

/** The place of the quote that ends a string; the end of the text where none does. */
function endOfString(bytes: Uint8Array, begin: number): number {
  for (let at = begin + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at++;
  }
  return bytes.length;
}

const tooMany = (of: string, most: number): JsonBeyond => new JsonBeyond('TOO_MANY_VALUES', `It has more than ${most.toLocaleString('en-IN')} ${of}.`);

/** Parses bytes of UTF-8 within bounds. Throws JsonBeyond, or SyntaxError where they are no JSON. */
export function parseBounded(bytes: Uint8Array, bounds: JsonBounds): unknown {
  checkJsonBounds(bytes, bounds);
  return JSON.parse(new TextDecoder().decode(bytes));
}
