import type * as z from 'zod/mini';
import { Fail } from '../../platform/platform.ts';

/** How long a broker may take to answer, ms. The caller's browser is waiting. */
const PATIENCE_MS = 10_000;
/** No answer of a sign-in is longer. */
const LONGEST = 200_000;

export interface AdapterOptions {
  /** Wall clock by default: a session's end counts from it. */
  readonly clock?: () => Date;
  /** How long the broker may take, ms. */
  readonly patience?: number | undefined;
}

export interface BrokerRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  patience?: number | undefined;
}

/**
 * One call to a broker: its JSON, whatever the HTTP status below 500, if it has the documented shape. Everything else
 * is the broker's fault and named so: BROKER_SLOW, BROKER_AWAY. What was sent is in no error.
 */
export async function askBroker<S extends z.ZodMiniType>(shape: S, { url, patience = PATIENCE_MS, ...init }: BrokerRequest): Promise<z.output<S>> {
  let text: string;
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patience) });
    if (response.status >= 500) throw new Fail('BROKER_AWAY');
    text = await readAtMost(response, LONGEST);
  } catch (error) {
    if (error instanceof Fail) throw error;
    throw new Fail((error as Error).name === 'TimeoutError' ? 'BROKER_SLOW' : 'BROKER_AWAY');
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Fail('BROKER_AWAY');
  }
  const read = shape.safeParse(json);
  if (!read.success) throw new Fail('BROKER_AWAY');
  return read.data as z.output<S>;
}

async function readAtMost(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > most) throw new Fail('BROKER_AWAY');
  }
  return text + decoder.decode();
}
