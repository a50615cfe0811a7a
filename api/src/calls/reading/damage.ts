import type * as z from 'zod/mini';
import type { CallHead } from '../../ledger/index.ts';
import { Fail } from '../../platform/http/fail.ts';

/*
 * What is stored of a call comes in by a schema. What breaks it is refused by CALL_DAMAGED with the place of the damage, and never by a
 * TypeError halfway through a list.
 */

export function damaged(call_id: string, where: string, what: string): never {
  throw new Fail('CALL_DAMAGED', { problems: [{ path: call_id, message: `${where}: ${what}` }] });
}

/** Where a schema was first broken. */
export const firstIssue = ([issue]: readonly z.core.$ZodIssue[]): string => `${issue!.path.join('.') || 'it'} is not valid`;

export function parsed(call_id: string, where: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return damaged(call_id, where, 'it is cut off, or no JSON');
  }
}

/** A check of one stored value. */
type Form = (value: unknown) => boolean;
export const number: Form = (value) => typeof value === 'number';
export const text: Form = (value) => typeof value === 'string';
export const flag: Form = (value) => typeof value === 'boolean';
export const oneOf = (values: readonly string[]): Form => {
  const known = new Set<unknown>(values);
  return (value) => known.has(value);
};
export const orNull =
  (form: Form): Form =>
  (value) =>
    value === null || form(value);
export const optional =
  (form: Form): Form =>
  (value) =>
    value === undefined || form(value);
export const manyOf =
  (form: Form, least = 0): Form =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.every(form);
export const shape = (fields: Readonly<Record<string, Form>>): Form => {
  const forms = Object.entries(fields);
  return (value) => typeof value === 'object' && value !== null && forms.every(([field, form]) => form((value as Record<string, unknown>)[field]));
};

/** Why prices can't judge a call, as its state keeps it. */
export const notJudgeable: Form = shape({
  cause: oneOf(['missing_day', 'price_step', 'no_trade', 'other_isin', 'suspended', 'delisted', 'merged']),
  day: text,
  before: orNull(number),
  opened: orNull(number),
});

/**
 * The door of one kind for the states in its rows. Every open call comes through it at each start: there a schema of zod took as long as
 * the database. A state is passed on as it was written: the order of its fields is a part of its text.
 */
export function stateDoor<State extends object>(fields: Readonly<Record<keyof State, Form>>): (row: Pick<CallHead, 'id' | 'state'>) => State {
  const forms = Object.entries(fields) as [string, Form][];
  return ({ id, state }) => {
    const value = parsed(id, 'state', state) as Record<string, unknown> | null;
    const broken = forms.find(([field, form]) => !form(value?.[field]));
    return broken ? damaged(id, 'state', `${broken[0]} is not valid`) : (value as State);
  };
}
