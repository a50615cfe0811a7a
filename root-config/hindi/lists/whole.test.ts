import { globSync, readFileSync } from 'node:fs';
import { REPOSITORY } from '@vimarsh/shared/build/modules.ts';
import { ERRORS } from '@vimarsh/shared/contract/errors.ts';
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
