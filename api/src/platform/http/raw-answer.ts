import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * An answer that its handler writes itself, after limits, access and input were checked: bytes made before, or a stream.
 * `headers` are those that every answer has, CORS included.
 */
export class RawAnswer {
  readonly write: (request: IncomingMessage, response: ServerResponse, headers: Readonly<Record<string, number | string | string[] | undefined>>) => void;

  constructor(write: RawAnswer['write']) {
    this.write = write;
  }
}
