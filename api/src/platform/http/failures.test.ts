import { expect, test } from 'vitest';
import { Fail } from './fail.ts';
import { nameFailure } from './failures.ts';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

test.each([
  [coded('57P01'), 'RETRY'],
  [coded('08006'), 'RETRY'],
  [coded('40001'), 'RETRY'],
  [coded('53100'), 'RETRY'],
  [coded('25006'), 'RETRY'],
  [coded('ECONNRESET'), 'RETRY'],
  [coded('EHOSTUNREACH'), 'RETRY'],
  [coded('ENETDOWN'), 'RETRY'],
  [new Error('Connection terminated unexpectedly'), 'RETRY'],
  [new Error('Connection terminated due to connection timeout'), 'RETRY'],
  [new Error('timeout exceeded when trying to connect'), 'RETRY'],
  [new Error('Client has encountered a connection error and is not queryable'), 'RETRY'],
  [new Error('Client was closed and is not queryable'), 'RETRY'],
  [new Error('Postgres connection has been discarded'), 'RETRY'],
  [coded('22P02'), 'BAD_REQUEST'],
  [coded('23505'), 'INTERNAL'],
  [new Error('a mistake of ours'), 'INTERNAL'],
  ['no error at all', 'INTERNAL'],
  [null, 'INTERNAL'],
])('%s is named %s, for an engineer to see', (error, code) => {
  const { fail, surprise } = nameFailure(error);
  expect([fail.code, surprise]).toEqual([code, true]);
});

test.each(['22007', '22008'])('%s, a date that is none, is who sent it alone to mend', (code) => {
  const { fail, surprise } = nameFailure(coded(code));
  expect([fail.code, surprise]).toEqual(['BAD_REQUEST', false]);
});

test.each(['25006', '53100'])('%s, where nothing can be saved, does not promise that trying again helps', (code) => {
  expect(nameFailure(coded(code)).fail.options.validation).toBe('Nothing can be saved at the moment. What was saved before is safe; try again later.');
});

test.each(['55P03', '57014'])('%s, where a limit ended a wait, says when to try again', (code) => {
  expect(nameFailure(coded(code)).fail).toMatchObject({ code: 'RETRY', options: { retry_after: 2 } });
});

test('what was named already keeps its name', () => {
  const fail = new Fail('RATE', { retry_after: 3 });
  expect(nameFailure(fail)).toEqual({ fail, surprise: false });
});
