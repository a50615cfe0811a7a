import { expect, test } from 'vitest';
import { quotedIds, readRows } from './spec.ts';

// Put together here, so that this file itself quotes no row.
const id = (rest: string) => `S4-${rest}`;

test('single ids and ranges are read from names and comments', () => {
  expect([...quotedIds(`test('x (${id('GUARD-01')}, ${id('GUARD-A02')})'); // ${id('OTP-O03')}`)]).toEqual([id('GUARD-01'), id('GUARD-A02'), id('OTP-O03')]);
  expect([...quotedIds(`${id('GUARD-09')}…11`)]).toEqual([id('GUARD-09'), id('GUARD-10'), id('GUARD-11')]);
  expect([...quotedIds(`${id('GUARD-01')}..02 and ${id('GUARD-A01')}–A02`)]).toEqual([id('GUARD-01'), id('GUARD-02'), id('GUARD-A01'), id('GUARD-A02')]);
});

test('what only looks like an id is none', () => {
  expect([...quotedIds('V4-GUARD-01 S4-GUARD-1 S4-guard-01 XS4-GUARD-01')]).toEqual([]);
});

test('rows are read by the names of their columns', () => {
  expect(readRows('id\tsection\tstatement\towner\tcheck\tpriority\nA-1\ts\ttext\tshared\tc\t2\n')).toEqual([
    { id: 'A-1', statement: 'text', owner: 'shared', priority: '2' },
  ]);
});
