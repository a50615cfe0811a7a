import { expect, test } from 'vitest';
import { type Kind, Kinds } from './kinds.ts';

const kind = (name: string, unnamed?: true): Kind => ({ name, ...(unnamed && { unnamed }) }) as Kind;

test('a kind is registered once, and only one may omit its name from its events', () => {
  const kinds = new Kinds();
  kinds.register(kind('equity', true));
  expect(() => kinds.register(kind('equity'))).toThrow('registered already');
  expect(() => kinds.register(kind('options', true))).toThrow('options must name its own');
  kinds.register(kind('options'));
  expect(kinds.all().map(({ name }) => name)).toEqual(['equity', 'options']);
});

test('events of an unregistered kind are not ignored', () => {
  expect(() => new Kinds().of('options')).toThrow('which this server does not know');
});
