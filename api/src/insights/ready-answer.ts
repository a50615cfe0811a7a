import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isKnownTag, type Packing, packingsFor } from '../platform/http/negotiation.ts';
import type { QuickAnswer } from '../platform/http/quick.ts';
import { RawAnswer } from '../platform/platform.ts';

type Encoding = '' | Packing;

/** Smaller than this it fits a packet anyway. */
const WORTH_PACKING = 600;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A JSON answer of which everything is made once: bytes, their compressions, entity tag and the headers for each origin. */
export class ReadyAnswer {
  readonly #plain: Buffer;
  readonly #etag: string;
  readonly #headers: readonly string[];
  readonly #packed = new Map<Encoding, Buffer>();
  readonly #made = new Map<string, QuickAnswer>();

  /** `headers`: names and values in turn, besides those made here. */
  constructor(json: string, headers: readonly string[]) {
    this.#plain = Buffer.from(json);
    this.#etag = `"${createHash('sha256').update(this.#plain).digest('base64url').slice(0, 16)}"`;
    this.#headers = headers;
  }

  /** Bytes it holds, about. */
  get size(): number {
    return 2 * this.#plain.length + 1000;
  }

  /** Origins must be few: those that keys list. */
  to({ origin = '', 'accept-encoding': accepts, 'if-none-match': known }: IncomingHttpHeaders): QuickAnswer {
    const encoding = this.#plain.length < WORTH_PACKING ? '' : (packingsFor(accepts)[0] ?? '');
    const unchanged = isKnownTag(known, this.#etag);
    const id = unchanged ? `304${origin}` : encoding + origin;
    const made = this.#made.get(id) ?? this.#make(origin, encoding, unchanged);
    this.#made.set(id, made);
    return made;
  }

  /** The same on the usual way, over the headers every answer has. */
  raw(): RawAnswer {
    return this.#raw((headers) => headers);
  }

  /** Whoever asks: which other origin may read it stands in the headers every answer has. */
  own(): RawAnswer {
    return this.#raw((headers) => ({ ...headers, origin: '' }));
  }

  #raw(heard: (headers: IncomingHttpHeaders) => IncomingHttpHeaders): RawAnswer {
    return new RawAnswer((request, response, given) => {
      const { status, headers, body } = this.to(heard(request.headers));
      for (const [name, value] of Object.entries(given)) if (value !== undefined) response.setHeader(name, value);
      for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
      response.writeHead(status);
      response.end(body);
    });
  }

  #make(origin: string, encoding: Encoding, unchanged: boolean): QuickAnswer {
    const body = unchanged ? Buffer.alloc(0) : this.#bytes(encoding);
    const headers = [...this.#headers, 'etag', this.#etag];
    if (!this.#headers.includes('vary')) headers.push('vary', 'Origin, Accept-Encoding');
    if (origin) headers.push('access-control-allow-origin', origin);
    if (!unchanged) headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(body.length));
    if (encoding && !unchanged) headers.push('content-encoding', encoding);
    return { status: unchanged ? 304 : 200, headers, body };
  }

  #bytes(encoding: Encoding): Buffer {
    if (!encoding) return this.#plain;
    const known = this.#packed.get(encoding);
    if (known) return known;
    const packed = encoding === 'br' ? brotliCompressSync(this.#plain, BROTLI) : gzipSync(this.#plain);
    this.#packed.set(encoding, packed);
    return packed;
  }
}
