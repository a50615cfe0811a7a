/** PostgreSQL's frontend messages, as far as one backend shared by several connections must understand them. */

const encoder = new TextEncoder();
const PROTOCOL_3 = 196_608;
export const TYPE = {
  query: 0x51,
  sync: 0x53,
  flush: 0x48,
  parse: 0x50,
  bind: 0x42,
  describe: 0x44,
  close: 0x43,
  functionCall: 0x46,
  terminate: 0x58,
  readyForQuery: 0x5a,
} as const;

/** Collects bytes and cuts them into whole messages. The first message of a connection has no type byte. */
export class MessageReader {
  #bytes: Uint8Array = new Uint8Array(0);
  #started = false;

  push(bytes: Uint8Array): void {
    if (this.#bytes.length === 0) this.#bytes = bytes;
    else {
      const joined = new Uint8Array(this.#bytes.length + bytes.length);
      joined.set(this.#bytes);
      joined.set(bytes, this.#bytes.length);
      this.#bytes = joined;
    }
  }

  /** The next whole message; `type` 0 is the startup message. */
  next(): { type: number; bytes: Uint8Array } | null {
    const head = this.#started ? 1 : 0;
    if (this.#bytes.length < head + 4) return null;
    const length = new DataView(this.#bytes.buffer, this.#bytes.byteOffset).getInt32(head) + head;
    if (this.#bytes.length < length) return null;
    const bytes = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    if (this.#started) return { type: bytes[0]!, bytes };
    this.#started = true;
    return { type: 0, bytes };
  }
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function message(type: number, ...body: Uint8Array[]): Uint8Array {
  const content = join(body.length ? body : [new Uint8Array(0)]);
  const bytes = new Uint8Array(5 + content.length);
  bytes[0] = type;
  new DataView(bytes.buffer).setInt32(1, 4 + content.length);
  bytes.set(content, 5);
  return bytes;
}

const int32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value);
  return bytes;
};

/** The answer to a startup message: trusted, parameters, ready. The thread is private to the process, so there is no password. */
export function greeting(client: number, parameters: Readonly<Record<string, string>>): Uint8Array {
  return join([
    message(0x52, int32(0)),
    ...Object.entries(parameters).map(([name, value]) => message(0x53, encoder.encode(`${name}\0${value}\0`))),
    message(0x4b, int32(client), int32(0)),
    message(TYPE.readyForQuery, encoder.encode('I')),
  ]);
}

/** A fatal error the client's driver reports before the connection ends. */
export function fatal(code: string, text: string): Uint8Array {
  return message(0x45, encoder.encode(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}

export const simpleQuery = (sql: string): Uint8Array => message(TYPE.query, encoder.encode(`${sql}\0`));

export const isStartup = (bytes: Uint8Array): boolean => bytes.length >= 8 && new DataView(bytes.buffer, bytes.byteOffset).getInt32(4) === PROTOCOL_3;

/** Transaction state after an answer: `I` idle, `T` in a transaction, `E` in a failed one; '' when the answer does not end with ReadyForQuery. */
export function stateAfter(answer: Uint8Array): 'I' | 'T' | 'E' | '' {
  const at = answer.length - 6;
  if (at < 0 || answer[at] !== TYPE.readyForQuery) return '';
  return String.fromCharCode(answer[at + 5]!) as 'I' | 'T' | 'E';
}

/**
 * Prepared statements live in the one backend, so a name is made unique per connection. Unnamed ones stay unnamed:
 * a unit from Parse to Sync is never interleaved with another connection's. `named` collects names to close later.
 */
export function renameStatement(type: number, bytes: Uint8Array, client: number, named: Set<string>): Uint8Array {
  let at = 5;
  if (type === TYPE.bind) at = bytes.indexOf(0, at) + 1;
  else if (type === TYPE.describe || type === TYPE.close) {
    if (bytes[at] !== 0x53) return bytes;
    at += 1;
  } else if (type !== TYPE.parse) return bytes;
  if (bytes[at] === 0) return bytes;
  const prefix = encoder.encode(`c${client}_`);
  if (type === TYPE.parse) named.add(`c${client}_${new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)))}`);
  const renamed = new Uint8Array(bytes.length + prefix.length);
  renamed.set(bytes.subarray(0, at));
  renamed.set(prefix, at);
  renamed.set(bytes.subarray(at), at + prefix.length);
  new DataView(renamed.buffer).setInt32(1, renamed.length - 1);
  return renamed;
}

/** Closes a statement by the name the backend knows, then syncs. */
export const closeStatement = (name: string): Uint8Array => join([message(TYPE.close, encoder.encode(`S${name}\0`)), message(TYPE.sync)]);
