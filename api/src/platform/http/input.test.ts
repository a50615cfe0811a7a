import type { Route } from '@vimarsh/shared/contract/route.ts';
import { symbol, text } from '@vimarsh/shared/contract/text.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Fail } from './fail.ts';
import { receive } from './input.ts';

const of = (more: Partial<Route>): Route => ({ method: 'GET', path: '/x/v1/y', summary: '', access: 'open', data: z.unknown(), ...more });

function refused(route: Route, given: { params?: unknown; query?: unknown; body?: unknown }): Pick<Fail['options'], 'validation' | 'problems'> {
  try {
    receive(route, { params: {}, query: {}, body: undefined, ...given });
  } catch (error) {
    if (error instanceof Fail) return error.options;
    throw error;
  }
  throw new Error('It was taken.');
}

test('what an address can’t say is named in the sentence, since no form has a field to mark', () => {
  expect(refused(of({ params: z.object({ symbol }) }), { params: { symbol: 'NSE:TCS' } })).toEqual({
    validation: '“symbol” in the address was not understood.',
    problems: [{ path: 'symbol', message: 'Not a trading symbol' }],
  });
  const { validation, problems } = refused(of({ query: z.object({ from: text(5), to: text(5) }) }), { query: { from: 'too long', to: '\u202e' } });
  expect(validation).toBe('“from” in the address was not understood.');
  expect(problems!.map(({ path }) => path)).toEqual(['from', 'to']);
  // The name of what is hidden is hidden, too.
  expect(refused(of({ query: z.record(z.string(), z.string()) }), { query: { 'a\u202eb': 'x' } })).toEqual({
    validation: 'The address was not understood.',
    problems: [{ path: '', message: 'Contains hidden characters' }],
  });
});

test('what a page took from its address and sends on is named, too', () => {
  const body = z.object({ token_id: text(5, 1) });
  expect(refused(of({ method: 'POST', body, fromAddress: true }), { body: { token_id: 'S'.repeat(5000) } }).validation).toBe(
    '“token_id” in the address was not understood.',
  );
});

test('a form’s fields are marked, and the sentence is the code’s own', () => {
  const body = z.object({ name: text(5, 1) });
  expect(refused(of({ method: 'POST', body }), { body: { name: '' } })).toEqual({ problems: [{ path: 'name', message: 'Field is required' }] });
});
