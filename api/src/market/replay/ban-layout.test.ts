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
  ])('%s', (_, text, symbols) => {
    expect(readBanFile(text)).toEqual({ layout: 'F&O ban list', day: '2026-11-25', read: symbols.length, symbols });
  });

  test.each<[string, string, string]>([
    ['a day that is none', 'Securities in Ban For Trade Date 31-NOV-2026:\n', 'BROKEN'],
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
