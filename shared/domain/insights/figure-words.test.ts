import { expect, test } from 'vitest';
import * as words from './figure-words.ts';

test.each([
  [words.changeWord(3.2), 'Higher'],
  [words.changeWord(-0.01), 'Lower'],
  [words.changeWord(0.004), 'Unchanged'],
  [words.yearWord(19), 'Low for the year'],
  [words.yearWord(20), 'Usual for the year'],
  [words.yearWord(80), 'Usual for the year'],
  [words.yearWord(95), 'High for the year'],
  [words.basisWord(12.5), 'Above spot'],
  [words.basisWord(-3), 'Below spot'],
  [words.basisWord(0), 'At spot'],
  [words.interestWord(1200, 1000), 'Higher'],
  [words.interestWord(900, 1000), 'Lower'],
  [words.interestWord(1000, 1000), 'Unchanged'],
  [words.interestWord(1000, null), ''],
  [words.dailyMoveWord(25.4), 'About 1.6% a day'],
  [words.dailyMoveWord(0), 'About 0.0% a day'],
  [words.shareWord(45, 3000), '1.5% of price'],
  [words.shareWord(45, 0), ''],
  [words.betaWord(1.42), 'Moves more'],
  [words.betaWord(1.11), 'Moves more'],
  [words.betaWord(0.95), 'Moves alike'],
  [words.betaWord(0.6), 'Moves less'],
  [words.betaWord(-0.05), 'Moves against it'],
  [words.againstWord(4.1, 'NIFTY'), 'Ahead of NIFTY'],
  [words.againstWord(-0.6, 'NIFTY'), 'Behind NIFTY'],
  [words.againstWord(-0.4, 'NIFTY'), 'Level with NIFTY'],
  [words.volumeWord(1.2), 'More than usual'],
  [words.volumeWord(1), 'As usual'],
  [words.volumeWord(0.3), 'Less than usual'],
  [words.strikeWord(24_500, 24_000), '2.1% above price'],
  [words.strikeWord(23_500, 24_000), '2.1% below price'],
  [words.strikeWord(24_005, 24_000), 'At the price'],
  [words.strikeWord(100, 0), ''],
  [words.skewWord(2.1), 'Puts cost more'],
  [words.skewWord(-0.6), 'Calls cost more'],
  [words.skewWord(0.2), 'Puts and calls alike'],
])('%s', (said, expected) => expect(said).toBe(expected));

test('each fits a tile on a phone', () => {
  const all = [words.dailyMoveWord(99), words.betaWord(-1), words.yearWord(50), words.strikeWord(2, 100)];
  expect(all.filter((text) => text.length > 18)).toEqual([]);
});
