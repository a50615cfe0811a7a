import type { ZodMiniType } from 'zod/mini';
import { success } from '../platform/envelope.ts';
import type { RawAnswer } from '../platform/platform.ts';
import { ReadyAnswer } from './ready-answer.ts';

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
    const made = this.#made.get(value) ?? new ReadyAnswer(JSON.stringify(success(this.#schema, value)), ['cache-control', this.#cache]);
    this.#made.set(value, made);
    return made.own();
  }
}
