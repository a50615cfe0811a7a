import { expect, test } from 'vitest';
import { eventNames } from './event-names.ts';

test('the events of all contracts are found, each once', () => {
  const names = eventNames();
  expect(names).toEqual(expect.arrayContaining(['call.published', 'call.closed', 'profile.updated', 'broker-login.asked']));
  expect(new Set(names).size).toBe(names.length);
});
