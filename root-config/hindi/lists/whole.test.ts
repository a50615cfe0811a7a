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

test('a sentence without Hindi would be found', () => {
  expect([isSaid('Publish a call'), isSaid('The moon is {0} km away.'), isShownInHindi('TCS: the moon is far.')]).toEqual([true, false, false]);
});
