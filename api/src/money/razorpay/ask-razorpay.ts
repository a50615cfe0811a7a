import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { Fail } from '../../platform/platform.ts';
import { textOf } from '../../platform/text/text-of.ts';

const RAZORPAY = 'https://api.razorpay.com';
const TIMEOUT_MS = 10_000;
/** Of an answer; theirs are a few thousand. */
const MOST_CHARACTERS = 1_000_000;

export interface RazorpayRequest {
  /** `key_id:key_secret`. */
  readonly key: string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Another address and another patience than theirs: of tests. */
  readonly url?: string;
  readonly timeoutMs?: number;
}

/**
 * Asks Razorpay. `ask` gives what it answered, null where it refused the request (400, 404), and throws PAY_AWAY where it did not answer
 * in time or not as documented. A line in the log says which call it was and what came, never a word of it: their answers name payers.
 */
export function createAsk({ key, log, url = RAZORPAY, timeoutMs = TIMEOUT_MS }: RazorpayRequest) {
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`;

  function away(call: string, came: string): Fail {
    log.warn({ call, came }, 'the payment provider did not answer properly');
    return new Fail('PAY_AWAY');
  }

  async function ask<S extends z.ZodMiniType>(
    call: string,
    method: 'GET' | 'POST',
    path: string,
    schema: S,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<z.output<S> | null> {
    const answer = await send().catch((error: unknown) => {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw away(call, isLate ? 'nothing in time' : 'no answer');
    });
    const { status, text } = answer;
    if (status === 401 || status === 403) log.error({ call, status }, 'the payment provider refuses our key');
    if (status === 400 || status === 404) return null;
    if (status < 200 || status > 299) throw away(call, `status ${status}`);
    const read = z.safeParse(schema, parsed(text));
    if (!read.success) throw away(call, 'another form than documented');
    return read.data;

    async function send(): Promise<{ status: number; text: string }> {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization, accept: 'application/json', ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      return { status: response.status, text: await textOf(response, MOST_CHARACTERS) };
    }
  }
  return { ask, away };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
