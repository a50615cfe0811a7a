import { isWithin } from '@vimarsh/shared/domain/slowness.testing.ts';
import { expect, test } from 'vitest';
import { INDICES, STOCKS } from './instruments/listed.ts';
import { ISSUERS } from './instruments/names.ts';
import type { Listing } from './market.ts';
import { searchListings } from './search.ts';

const LISTINGS = [...STOCKS, ...INDICES].map((each) => ({ isin: '', ...each }) as unknown as Listing);
const NAMES = new Map([['NIITTECH', 'COFORGE']]);
const search = (text: string) => searchListings(LISTINGS, text, NAMES).map(({ symbol }) => symbol);

test.each([
  ['tcs', 'TCS'],
  ['TCS.NS', 'TCS'],
  ['NSE:TCS', 'TCS'],
  ['NSE:TC', 'TCS'],
  ['tcs\u200b', 'TCS'],
  ['INE467B01029', 'TCS'],
  ['niittech', 'COFORGE'],
  ['L&T', 'LT'],
  ['larsen and toubro', 'LT'],
  ['larsen & tou', 'LT'],
  ['M and M', 'M&M'],
  ['m & m', 'M&M'],
  ['bajaj auto', 'BAJAJ-AUTO'],
  ['bajaj_auto', 'BAJAJ-AUTO'],
  ['infosys ltd', 'INFY'],
  ['hdfc bank limited', 'HDFCBANK'],
  ['reliance industries ltd', 'RELIANCE'],
  ['Reliance Industries Ltd.', 'RELIANCE'],
  ['State bank', 'SBIN'],
  ['nifty 50', 'NIFTY'],
  ['bank nifty', 'BANKNIFTY'],
  ['relaince', 'RELIANCE'],
])('“%s” finds %s first', (text, symbol) => {
  expect(search(text)[0]).toBe(symbol);
});

test('somebody who types a company’s whole name sees it all the while', () => {
  for (const [name, symbol] of [
    ['reliance industries limited', 'RELIANCE'],
    ['larsen and toubro ltd', 'LT'],
    ['hdfc bank ltd', 'HDFCBANK'],
  ] as const)
    for (let at = 4; at <= name.length; at += 1) expect([name.slice(0, at), ...search(name.slice(0, at))]).toContain(symbol);
});

test.each(['%', '_', 'zzzz', '<script>', '500325', 'INE467B01028', '="'])('“%s” finds nothing: no sign stands for others', (text) => {
  expect(search(text)).toEqual([]);
});

test('no text finds all of them in their order, and every symbol finds itself first', () => {
  expect(search('')).toEqual(LISTINGS.map(({ symbol }) => symbol));
  for (const { symbol } of LISTINGS) expect(search(symbol)[0]).toBe(symbol);
  for (const symbol of Object.keys(ISSUERS)) expect(search(`NSE:${symbol}-EQ`)[0]).toBe(symbol);
});

test('a question among 2,500 listings takes less than a millisecond', () => {
  const many = Array.from({ length: 2500 }, (_, at) => {
    const like = LISTINGS[at % LISTINGS.length]!;
    return at < LISTINGS.length ? like : { ...like, symbol: `${like.symbol.slice(0, 12)}${at}`, name: `${like.name} ${at}`, isin: '' };
  });
  const questions = ['t', 'tcs', 'larsen and toubro', 'hdfc bank limi', 'relaince', 'INE467B01029', 'nothing of the kind', 'infosys ltd'];
  for (const question of questions) searchListings(many, question, NAMES);
  const before = process.threadCpuUsage();
  for (let round = 0; round < 10; round += 1) for (const question of questions) searchListings(many, question, NAMES);
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1000 / 10 / questions.length;
  expect(isWithin(ms, 1)).toBe(true);
});
