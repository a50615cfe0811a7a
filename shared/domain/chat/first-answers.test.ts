import { expect, test } from 'vitest';
import { rng } from '../market/rng.ts';
import { firstAnswers, medianAnswer, type RoomMoment } from './first-answers.ts';

const START = Date.parse('2026-11-20T06:00:00Z');
const BEFORE = new Date(0);
const BY = { i: 'investor', e: 'expert', x: 'end' } as const;
/** 'i0 e5': the investor writes at minute 0, the expert at minute 5; `x` ends the room, a letter behind a colon names another room. */
const moments = (words: string): RoomMoment[] =>
  words
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [what, room = 'a'] = word.split(':') as [string, string?];
      return { room, by: BY[what[0] as keyof typeof BY], at: new Date(START + Number(what.slice(1)) * 60_000) };
    });

test.each([
  ['nobody asked', '', []],
  ['an expert who writes first answers nothing', 'e3 e4', []],
  ['a turn waits since its first text, and ends with the first answer', 'i0 i4 e5 e9', [5]],
  ['each turn counts', 'i0 e5 i10 e11', [5, 1]],
  ['what has no answer yet does not count', 'i0 e5 i10', [5]],
  ['a turn that the room ended without an answer is none, and the next begins anew', 'i0 x5 i10 e12', [2]],
  ['rooms do not mix', 'i0:a i1:b e2:b e9:a', [1, 9]],
])('%s: %s', (_what, words, expected) => expect(firstAnswers(moments(words), BEFORE)).toEqual(expected));

test('an answer counts by its own instant, whenever its turn began', () => {
  expect(firstAnswers(moments('i0 e5 i10 e20'), new Date(START + 20 * 60_000))).toEqual([10]);
});

test.each([
  [[1, 2, 3, 4, 5, 6, 7, 8, 9], null],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 6],
  [[100, 2, 1, 2, 2, 2, 2, 2, 2, 2, 3], 2],
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0],
])('of %j the median is %s', (minutes, expected) => expect(medianAnswer(minutes)).toBe(expected));

test('a plain count by hand over each room says the same, for a thousand histories drawn at random', () => {
  const { next: random } = rng(47);
  for (let n = 0; n < 1000; n += 1) {
    const drawn = Array.from({ length: 12 }, (_, at) => `${'iex'[Math.floor(random() * 2.3)]}${at}:${'ab'[Math.floor(random() * 2)]}`).join(' ');
    const all = moments(drawn);
    const plain: number[] = [];
    for (const [at, answer] of all.entries()) {
      if (answer.by !== 'expert') continue;
      const own = all.slice(0, at).filter(({ room }) => room === answer.room);
      const last = own.findLastIndex(({ by }) => by !== 'investor');
      const turn = own.slice(last + 1);
      if (turn.length > 0) plain.push((answer.at.getTime() - turn[0]!.at.getTime()) / 60_000);
    }
    expect(firstAnswers(all, BEFORE), drawn).toEqual(plain);
  }
});
