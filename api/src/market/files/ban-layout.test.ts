import { describe, expect, test } from 'vitest';
import { banDoubt, readBanFile } from './ban-layout.ts';

const HEADER = 'Securities in Ban For Trade Date 25-NOV-2026:';

describe('the exchange’s list of stocks under the F&O ban', () => {
  test.each<[string, string, string[]]>([
    ['two stocks', `${HEADER}\n1,HAL\n2,M&M\n`, ['HAL', 'M&M']],
    ['with the line ends of another system', `\uFEFF${HEADER}\r\n1,HAL\r\n\r\n`, ['HAL']],
    ['quoted, with surplus commas', `"${HEADER}",\n"1","BAJAJ-AUTO",\n`, ['BAJAJ-AUTO']],
    ['none', `${HEADER}\n`, []],
    ['none, without a line end', HEADER, []],
    ['none, in words', `${HEADER}\nNIL\n`, []],
    ['none, in its one line', `${HEADER} NIL\n`, []],
    ['none, in its one line without an end', `${HEADER}NIL`, []],
    ['none, in a cell of its own', `"${HEADER}","NIL"\n`, []],
    ['none, in its line and the next', `${HEADER} Nil.\nNIL\n`, []],
    ['none, without a colon', 'Securities in Ban For Trade Date 25-NOV-2026 NIL\n', []],
    ['none, with a number', `${HEADER}\n1,NIL\n`, []],
    ['none, with a number, quoted', `${HEADER}\n"1","Nil",\n`, []],
    ['none, as “none”', `${HEADER}\nNone\n`, []],
    ['a stock whose name begins so', `${HEADER}\n1,NILKAMAL\n`, ['NILKAMAL']],
  ])('%s', (_, text, symbols) => {
    expect(readBanFile(text)).toEqual({ layout: 'F&O ban list', day: '2026-11-25', read: symbols.length, symbols });
  });

  test.each<[string, string, string]>([
    ['a day that is none', 'Securities in Ban For Trade Date 31-NOV-2026:\n', 'BROKEN'],
    ['a date that is missing', 'Securities in Ban For Trade Date:\n1,HAL\n', 'BROKEN'],
    ['stocks in its first line', `${HEADER} 1,HAL\n`, 'BROKEN'],
    ['none and a stock', `${HEADER}\n1,NIL\n2,HAL\n`, 'BROKEN'],
    ['none in its first line, and a stock', `${HEADER} NIL\n1,HAL\n`, 'BROKEN'],
    ['a line without its number', `${HEADER}\nHAL\n`, 'BROKEN'],
    ['a symbol in small letters', `${HEADER}\n1,hal\n`, 'BROKEN'],
    ['a stock twice', `${HEADER}\n1,HAL\n2,HAL\n`, 'BROKEN'],
    ['a line that is missing', `${HEADER}\n1,HAL\n3,ITC\n`, 'CUT_OFF'],
    ['an end that is missing', `${HEADER}\n1,HAL\n2,RELI`, 'CUT_OFF'],
  ])('with %s is refused whole', (_, text, code) => {
    expect(() => readBanFile(text)).toThrow(expect.objectContaining({ code }));
  });

  test('another file is none', () => {
    for (const text of ['', 'SYMBOL,SERIES\nHAL,EQ\n', '1,HAL\n']) expect(readBanFile(text)).toBeNull();
  });

  test.each([
    ['2026-11-24', '2026-11-23', 'The market was closed on 2026-11-24.'],
    ['2026-11-25', '2026-11-20', 'It is for 2026-11-25, and no list is known so early.'],
    // Tuesday is a holiday, so Wednesday's list comes on Monday evening.
    ['2026-11-25', '2026-11-23', null],
    ['2024-11-25', '2026-11-23', null],
  ])('for %s, seen on %s: %s', (day, today, doubt) => {
    expect(banDoubt({ day }, today)).toBe(doubt);
  });
});
