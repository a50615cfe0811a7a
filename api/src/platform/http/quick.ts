import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { inTurn } from './in-turn.ts';

/** A good answer ready to be written: names and values in turn (`content-length` among them), and the bytes; none with 304. */
export interface QuickAnswer {
  readonly status: 200 | 304;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Looks only into memory, never waits and never refuses: null sends the request on the usual way, which knows every error. */
export type QuickLook = (request: IncomingMessage) => QuickAnswer | null;

export interface QuickAnswers {
  /** Tries `look` for GET requests whose address begins with `prefix`, before any routing. */
  add(prefix: string, look: QuickLook): void;
  /** How many requests were answered here, for the metrics. */
  count(): number;
  /** All prefixes that were added. What begins so is handed out without a look at who asks. */
  prefixes(): readonly string[];
}

/**
 * Answers from memory in front of the framework, for the few addresses that partner pages ask again and again: routing,
 * hooks and envelope cost many times what handing out finished bytes does.
 */
export function createQuickAnswers(isDraining: () => boolean): QuickAnswers & {
  /** `each` hears of every request; what `refuses` has answered goes no further. */
  attach(http: Server, each: (request: IncomingMessage) => void, refuses: (request: IncomingMessage, response: ServerResponse) => boolean): void;
} {
  const looks: { prefix: string; look: QuickLook }[] = [];
  let answered = 0;

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '', method, headers } = request;
    if (method !== 'GET' || headers.host === undefined || isDraining()) return false;
    for (const { prefix, look } of looks) {
      if (!url.startsWith(prefix)) continue;
      const found = look(request);
      if (!found) return false;
      answered += 1;
      response.writeHead(found.status, found.headers as string[]);
      response.end(found.body);
      return true;
    }
    return false;
  };

  return {
    add: (prefix, look) => void looks.push({ prefix, look }),
    count: () => answered,
    prefixes: () => looks.map(({ prefix }) => prefix),
    // One listener for all: a second one would cost every request a copy of the list.
    attach(http, each, refuses) {
      const others = http.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
      http.removeAllListeners('request');
      http.on(
        'request',
        inTurn((request, response) => {
          each(request);
          if (!refuses(request, response) && !answer(request, response)) for (const other of others) other.call(http, request, response);
        }),
      );
    },
  };
}
