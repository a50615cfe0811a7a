import type { OrderReason } from '@vimarsh/shared/domain/trading/order/order-words.ts';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { BrokerCall, BrokerHttp } from './broker-http.ts';
import type { BookLine, BrokerAnswer, ChangeAnswer, Submitted } from './port.ts';
import { brokerWords, isSilence, refusalCode } from './refusal-words.ts';

/** What an answer says. `unclear`: nothing can be concluded from it, so an order may have come through. */
export type Verdict =
  | { readonly kind: 'yes'; readonly json: unknown }
  | { readonly kind: 'no'; readonly code: OrderReason; readonly broker_text: string }
  | { readonly kind: 'session' | 'unclear' | 'not_sent'; readonly why: string };

export const refusal = (broker_text: string, code: OrderReason = refusalCode(broker_text)): Verdict =>
  isSilence(broker_text) ? unclear(brokerWords(broker_text)) : { kind: 'no', code, broker_text: brokerWords(broker_text) };
export const unclear = (why: string): Verdict => ({ kind: 'unclear', why });
export const SESSION_OVER: Verdict = { kind: 'session', why: 'the broker takes the session no more' };

/** Reads an answer that came whole, by the broker's documentation. */
export type ReadVerdict = (status: number, json: unknown) => Verdict;

/** Customers whose rests are remembered. */
const RESTS = 10_000;
const MOST_ORDERS = 5_000;

/** The calls of one adapter. After a 429 with a time nothing is read for that customer before it is over; orders and cancellations still go out. */
export class BrokerAsker {
  readonly #http: BrokerHttp;
  readonly #read: ReadVerdict;
  readonly #now: () => number;
  readonly #rests = new LRUCache<string, number>({ max: RESTS });

  constructor(http: BrokerHttp, read: ReadVerdict, now: () => number) {
    this.#http = http;
    this.#read = read;
    this.#now = now;
  }

  async ask(client_id: string, call: BrokerCall, read: ReadVerdict = this.#read): Promise<Verdict> {
    const reply = await this.#http.call(call);
    if (reply.kind === 'not_sent') return reply;
    if (reply.kind === 'lost') return unclear(reply.why);
    if (reply.kind === 'answered') return read(reply.status, reply.json);
    if (reply.retry_ms !== null) this.#rests.set(client_id, this.#now() + reply.retry_ms);
    const words = reply.retry_ms === null ? 'Too many requests' : `Too many requests; again in ${Math.ceil(reply.retry_ms / 1_000)} s`;
    return refusal(words, 'RATE');
  }

  /** A list or figures of one customer. */
  async look<S extends z.ZodMiniType, T>(
    client_id: string,
    call: BrokerCall,
    shape: S,
    value: (told: z.output<S>) => T,
    read: ReadVerdict = this.#read,
  ): Promise<BrokerAnswer<T>> {
    const failed = (why: string, session_over = false): BrokerAnswer<T> => ({ kind: 'failed', why, session_over });
    if ((this.#rests.get(client_id) ?? 0) > this.#now()) return failed('the broker asked us to wait');
    const verdict = await this.ask(client_id, call, read);
    if (verdict.kind === 'no') return failed(verdict.broker_text);
    if (verdict.kind !== 'yes') return failed(verdict.why, verdict.kind === 'session');
    const told = z.safeParse(shape, verdict.json);
    return told.success ? { kind: 'told', value: value(told.data) } : failed('another form than its documentation says');
  }
}

/** A list of the documented length at most. */
export const rows = <S extends z.ZodMiniType>(row: S) => z.array(row).check(z.maxLength(MOST_ORDERS));

/** `idOf`: the broker's order id in a receipt; null where there is none. */
export function submitted(verdict: Verdict, idOf: (json: unknown) => string | null): Submitted {
  if (verdict.kind === 'no') return { kind: 'refused', code: verdict.code, broker_text: verdict.broker_text };
  if (verdict.kind === 'not_sent') return { kind: 'not_sent', why: verdict.why, session_over: false };
  if (verdict.kind !== 'yes') return { kind: 'lost', why: verdict.why, session_over: verdict.kind === 'session' };
  const broker_order_id = idOf(verdict.json);
  return broker_order_id ? { kind: 'accepted', broker_order_id } : { kind: 'lost', why: 'a receipt without an order id', session_over: false };
}

export function changed(verdict: Verdict): ChangeAnswer {
  if (verdict.kind === 'yes') return { kind: 'accepted' };
  if (verdict.kind === 'no') return { kind: 'refused', code: verdict.code, broker_text: verdict.broker_text };
  return { kind: 'lost', why: verdict.why, session_over: verdict.kind === 'session' };
}

/** An entry that a broker lists twice counts once: by more fills, or the later one. */
export function onceEach(lines: readonly BookLine[]): BookLine[] {
  const once = new Map<string, BookLine>();
  for (const line of lines) if ((once.get(line.broker_order_id)?.filled ?? 0) <= line.filled) once.set(line.broker_order_id, line);
  return [...once.values()];
}

/** An instrument that the broker's list lacks on that exchange: nothing is sent. */
export const unlisted = (instrument: string, exchange: string): Submitted => ({
  kind: 'not_sent',
  why: `the broker’s list of instruments does not have ${instrument} on ${exchange}`,
  session_over: false,
});
