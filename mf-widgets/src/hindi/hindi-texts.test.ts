import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { EQUITY, EQUITY_HINDI } from './equity.hindi.ts';
import { dictionaryOf, keyOf, packed, unpacked } from './hindi-texts.ts';
import { hindiBy } from './hindi-words.tsx';
import { OPTIONS, OPTIONS_HINDI } from './options.hindi.ts';
import { PARTS, TALL } from './parts.hindi.ts';
import { SENTIMENT, SENTIMENT_HINDI } from './sentiment.hindi.ts';

const ALL = { sentiment: SENTIMENT_HINDI, equity: EQUITY_HINDI, options: OPTIONS_HINDI };
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (...patterns: string[]): string =>
  globSync(patterns, { cwd: ROOT })
    .map((file) => readFileSync(ROOT + file, 'utf8'))
    .join('\n');
const holes = (text: string): string[] => [...new Set(text.match(/\{\d\}/g))].toSorted();

test.each(Object.entries(ALL))('%s: no two texts share a key, none loses a value, all are Hindi and composed alike', (_name, texts) => {
  expect(Object.keys(dictionaryOf(texts))).toHaveLength(Object.keys(texts).length);
  expect(unpacked(packed(texts))).toEqual(dictionaryOf(texts));
  for (const [english, hindi] of Object.entries(texts)) {
    expect(hindi, english).toBe(hindi.normalize('NFC'));
    if (/[a-z]{3}/.test(english)) expect(hindi).toMatch(/[ऀ-ॿ]/);
    expect(holes(english), english).toEqual(expect.arrayContaining(holes(hindi)));
  }
});

test('no text speaks of today: the data may be of the last session', () => {
  for (const texts of Object.values(ALL)) expect(Object.keys(texts).filter((text) => /\b(today|yesterday|this morning)\b/i.test(text))).toEqual([]);
});

test('nothing of ours is translated that no view says any more', () => {
  const views = read('mf-widgets/src/{sentiment,equity,options,insight}/*.{ts,tsx}', 'mf-widgets/embed/*.tsx');
  const said = (text: string): boolean => views.includes(`'${text}'`);
  for (const texts of [PARTS, TALL, SENTIMENT, EQUITY, OPTIONS]) expect(Object.keys(texts).filter((text) => !said(text))).toEqual([]);
});

test('every label, word and reason of a figure that the server may send has its Hindi', () => {
  const words = hindiBy(dictionaryOf({ ...EQUITY_HINDI, ...OPTIONS_HINDI }));
  const server = read('api/src/insights/figures/{equity-readings,chain-figure-list,future-figures,equity.service,options.service}.ts');
  const texts = [...server.matchAll(/(?:label|note): (?:'([^']+)'|`([^`]+)`)/g), ...server.matchAll(/(?:ratio|wall)\('\w+', '([^']+)'/g)]
    .map(([, plain, template]) => plain ?? template!)
    .map((text) => text.replace(/\$\{INDEX\}/, 'NIFTY').replaceAll(/\$\{[^}]+\}/g, '12'));
  expect(texts.length).toBeGreaterThan(35);
  const ABBREVIATED = /^(RSI|MACD|ADX|ATR|VWAP)[\d /]*$/;
  expect(texts.filter((text) => !ABBREVIATED.test(text) && words.toldPlain(text) === text)).toEqual([]);
});

test('the server’s numbers keep their places', () => {
  const { say, toldPlain, day, time } = hindiBy(dictionaryOf(EQUITY_HINDI));
  expect(toldPlain('not enough data: 12 of 20 sessions')).toBe('डेटा कम: 20 में से 12 सत्र');
  expect(toldPlain('251 daily returns to 20 Nov 2026')).toBe('20 नवंबर 2026 तक 251 दैनिक रिटर्न');
  expect(toldPlain('We don’t know “RELIANCE,TCS 2”.')).toBe('“RELIANCE,TCS 2” हमारी सूची में नहीं है।');
  expect(toldPlain('Dividend of ₹1,250.50 a share')).toBe('₹1,250.50 प्रति शेयर लाभांश');
  const options = hindiBy(dictionaryOf(OPTIONS_HINDI));
  expect(options.toldPlain('24 Nov 2026 and 29 Dec 2026')).toBe('24 नवंबर 2026 और 29 दिसंबर 2026');
  expect(options.toldPlain('12.50% and 13.10%')).toBe('12.50% और 13.10%');
  expect(options.toldPlain('We can’t read the expiry “08-12-2026”. Write it as “2026-12-08”.')).toBe(
    'एक्सपायरी “08-12-2026” पढ़ी नहीं जा सकी। उसे “2026-12-08” की तरह लिखें।',
  );
  expect(say('needs {0} more sessions', 12)).toBe('12 सत्र और चाहिए');
  expect([day('2026-05-04'), time('2026-11-20T09:02:00Z')]).toEqual(['4 मई 2026', '20 नवंबर 2026, 14:32 IST']);
});

test('what has no Hindi, and what only looks like a word, comes as it is', () => {
  const { toldPlain, told } = hindiBy(dictionaryOf(EQUITY_HINDI));
  for (const text of ['SMA 200', '1,234.00', '–', '', 'constructor', 'toString', 'A rule in a sentence.']) expect(toldPlain(text)).toBe(text);
  expect(told('SMA 200')).toBe('SMA 200');
  expect(told('A rule in a sentence.')).toMatchObject({ props: { lang: 'en' } });
});

test('keys are short and depend on every letter', () => {
  expect(keyOf('Market sentiment')).toHaveLength(4);
  expect(new Set(['Open', 'open', 'Opne', 'Open '].map(keyOf)).size).toBe(4);
});
