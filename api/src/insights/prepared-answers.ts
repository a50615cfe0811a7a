import type { ZodMiniType } from 'zod/mini';
import { success } from '../platform/http/envelope.ts';
import type { RawAnswer } from '../platform/platform.ts';
import { type Audience, EVERYBODY } from './audience.ts';
import { ReadyAnswer } from './ready-answer.ts';

/** What members are shown is theirs: no cache may hand it to anybody, and their own browser asks again. */
const MEMBERS = 'private, no-cache';

/**
 * Answers of one route on our own pages: what a service keeps is parsed by the contract, written, packed and tagged once,
 * however many ask; who has it already gets an empty answer.
 */
export class PreparedAnswers {
  readonly #schema: ZodMiniType;
  readonly #cache: string;
  readonly #made = new WeakMap<object, ReadyAnswer>();

  /** `cache`: the Cache-Control of a good answer. */
  constructor(schema: ZodMiniType, cache: string) {
    this.#schema = schema;
    this.#cache = cache;
  }

  /** `value`: the same object until something changed. */
  of(value: object): RawAnswer {
    return this.#answer(value, ['cache-control', this.#cache]);
  }

  /** Of a route whose answer depends on the reader; `value` is that of this audience and of no other. */
  for(audience: Audience, value: object): RawAnswer {
    return this.#answer(value, ['cache-control', audience === EVERYBODY ? this.#cache : MEMBERS, 'vary', 'Origin, Accept-Encoding, Authorization']);
  }

  #answer(value: object, headers: readonly string[]): RawAnswer {
    const made = this.#made.get(value) ?? new ReadyAnswer(JSON.stringify(success(this.#schema, value)), headers);
    this.#made.set(value, made);
    return made.own();
  }
}
