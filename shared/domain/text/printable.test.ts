import { expect, test } from 'vitest';
import { printableLine, printableLines } from './printable.ts';

test('a name from outside can neither rule a terminal nor forge a line, and reads as it is otherwise', () => {
  expect(printableLine('\u001b]0;owned\u0007\r\n1/1 b.csv: 50 rows stored\u009b2J\u007f\u202egpj')).toBe(
    '\\u001b]0;owned\\u0007\\u000d\\u000a1/1 b.csv: 50 rows stored\\u009b2J\\u007f\\u202egpj',
  );
  expect(printableLine('bhav कॉपी 👩‍💻 “₹1,041” … é.csv')).toBe('bhav कॉपी 👩‍💻 “₹1,041” … é.csv');
  expect(printableLines('one\ntwo\u001b[31m\r')).toBe('one\ntwo\\u001b[31m\\u000d');
});
