import { globSync, readFileSync } from 'node:fs';
import { REPOSITORY } from '@vimarsh/shared/build/modules.ts';
import { ERRORS } from '@vimarsh/shared/contract/errors.ts';
import { explained } from '@vimarsh/shared/domain/performance/explained.ts';
import type { JudgedCall } from '@vimarsh/shared/domain/performance/judged-record.ts';
import { judgedRecord, metricsOf } from '@vimarsh/shared/domain/performance/whole-records.testing.ts';
import { expect, test } from 'vitest';
import { sentencesIn } from '../../../shared/build/texts/sentences.ts';
import { isSaid, SPEAKS_HINDI, unsaid, wanted } from '../../release/unsaid.ts';
import { PUT_TOGETHER } from './put-together.ts';
import { isShownInHindi } from './said.testing.ts';

const OPEN = unsaid(wanted(sentencesIn(...SPEAKS_HINDI)));

test('every sentence of the frame and the main flows has its Hindi', () => {
  const left = OPEN.map(([file, said]) => [file, said.filter((one) => !(one in PUT_TOGETHER))] as const);
  expect(left.filter(([, said]) => said.length > 0)).toEqual([]);
});

test('what is put together of parts is said as a whole, and nothing stands here that the lists say by themselves', () => {
  expect(
    Object.values(PUT_TOGETHER)
      .flat()
      .filter((text) => !isShownInHindi(text)),
  ).toEqual([]);
  const open = new Set(OPEN.flatMap(([, said]) => said));
  expect(Object.keys(PUT_TOGETHER).filter((one) => !open.has(one))).toEqual([]);
});

test('every error that people meet has its Hindi', () => {
  const said = Object.entries(ERRORS).filter(([, { user }]) => !isShownInHindi(user));
  expect(said.map(([code]) => code)).toEqual([]);
});

test('the line that names a source of prices, and the sentence under which they may be shown, have their Hindi', () => {
  const adapters = globSync('api/src/market/{feed,files,live}/**/*.ts', { cwd: REPOSITORY, exclude: (path) => /\.(test|testing)\.ts$/.test(path) });
  const sources = adapters.map((file) => readFileSync(REPOSITORY + file, 'utf8')).join('');
  const licences = [...sources.matchAll(/\blicence: '([^']+)'/g)].map(([, licence]) => licence!);
  expect(licences.length).toBeGreaterThan(1);
  const lines = ['NSE end-of-day files', 'NSE end-of-day files, played again', 'Zerodha Kite'].flatMap((name) =>
    ['live', 'none yet', '27 Nov 2026', '27 Nov 2026, 15:35 IST'].map((when) => `Prices: ${name}, ${when}`),
  );
  expect([...licences, ...lines, 'Source of prices'].filter((text) => !isShownInHindi(text))).toEqual([]);
});

test('a sentence without Hindi would be found', () => {
  expect([isSaid('Publish a call'), isSaid('The moon is {0} km away.'), isShownInHindi('TCS: the moon is far.')]).toEqual([true, false, false]);
});

test('every figure of an expert’s record has its Hindi: its name, how it is computed and from what', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const calls = Array.from({ length: 12 }, (_, at): JudgedCall => {
    const ended_at = now.getTime() - at * 86_400_000;
    const exit = at % 2 ? 90 : 105;
    return {
      ...{ call_type: 'Sell', term: 'shortTerm', status: exit === 90 ? 'target_hit' : 'sl_hit', target: 90, initial_stop: 105, alpha: 1 },
      ...{ realised_return: 100 - exit, r_multiple: (100 - exit) / 5, sector: 'IT', cap: 'large', ended_at, follower_return: 100 - exit },
      entry: { price: 100, ts: ended_at - 86_400_000 },
      exit: { price: exit, ts: ended_at },
    };
  });
  const told = (['better', 'often', 'luck', 'worse', null] as const).flatMap((year) =>
    [calls, calls.slice(3)].flatMap((some) => explained(judgedRecord(some, '1Y', now), metricsOf(some, 40), some.length, year)),
  );
  const texts = told.flatMap(({ label, note, how, inputs }) => [label, note, how, ...inputs.flat()]).filter((text) => /[A-Za-z]/.test(text));
  expect([...new Set(texts)].filter((text) => !/^equity-\d$/.test(text) && !isShownInHindi(text))).toEqual([]);
});

test('what a call on options says of its strikes, its price and where it gains is Hindi whatever its numbers', () => {
  const texts = [
    ...['Strike 24,500', 'Strikes 23,350 · 23,600 · 24,350 · 24,650', 'Breakeven 23,432 · 24,518', 'Now 23,282'],
    'A lot gains if NIFTY ends between 23,432 and 24,518 on 1 Dec 2026: at most ₹10,900.50.',
    'A lot gains if SENSEX ends below 71,410 or above 76,390 on 3 Dec 2026: without a limit.',
    'A lot gains if NIFTY ends below 24,300 on 1 Dec 2026: at most ₹15,79,500.00 with NIFTY at 0.',
    'Anywhere else it loses: at most ₹8,599.50.',
    'If NIFTY ends where it is now, at 23,273, a lot loses ₹5,349.50.',
    'If SENSEX ends where it is now, at 71,818, a lot gains ₹12.00.',
  ];
  expect(texts.filter((text) => !isShownInHindi(text))).toEqual([]);
});
