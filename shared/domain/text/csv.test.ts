import { expect, test } from 'vitest';
import { csv } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@sum', '\t=1+1', '\r=1+1', '\n=1+1', '  =1+1', '＝1+1', '－1'])(
  'a cell of %j is text to a spreadsheet, never a formula',
  (cell) => {
    expect(csv([[cell]])).toBe(`"'${cell}"\r\n`);
  },
);

test('numbers stay numbers, what is missing stays empty, quotes are doubled', () => {
  expect(csv([['a "b"', -1.5, null]])).toBe('"a ""b""",-1.5,\r\n');
});
