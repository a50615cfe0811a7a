import type { CallType } from '@vimarsh/shared/contract/calls/types.ts';
import { reasonsProblems } from '@vimarsh/shared/domain/calls/publishing/reasons.ts';
import { expect, test } from 'vitest';
import type { Structure } from './option-structures.ts';
import { optionRationale } from './option-words.ts';
import type { Glance } from './price-history.ts';
import type { Profile } from './profiles.ts';
import { exitReason, lookBackOf, noteOf, rationaleOf } from './words.ts';

/** A stock that went from one price to another in 90 sessions, evenly. */
function chart(from: number, to: number): Glance {
  const closes = Array.from({ length: 90 }, (_, at) => from + ((to - from) * at) / 89);
  const past = closes.map((c, at) => ({ day: `d${String(at).padStart(3, '0')}`, o: c, h: c * 1.01, l: c * 0.99, c, v: 1000, prev_close: closes[at - 1] ?? c }));
  return { listing: { name: 'Infosys', sector: 'IT' }, ltp: to, past } as unknown as Glance;
}
const RISEN = chart(1000, 1600);
const FALLEN = chart(1600, 1000);
const draws = Array.from({ length: 4 }, (_, at) => ({ next: () => (at + 0.5) / 4 }) as never);

/** Every thesis, trigger and kill criterion that a call could get. */
const said = (glance: Glance, reading: Profile['reading'], call_type: CallType): string =>
  draws
    .map((random) => Object.values(rationaleOf(glance, { reading } as Profile, { call_type, stop_loss: 900, term: 'shortTerm' }, random)).join(' '))
    .join('\n');

test.each(['trend', 'reversal', 'value'] as const)('what an author of %s writes fits the side of the call and the chart', (reading) => {
  for (const glance of [RISEN, FALLEN]) {
    expect(said(glance, reading, 'Buy')).not.toMatch(/downward|lower (part|half)|weak structure|below its first hour|rise back over/);
    expect(said(glance, reading, 'Sell')).not.toMatch(/upward|upper (part|half)|above its first hour|fall back under/);
    expect(said(glance, reading, 'Hold')).not.toMatch(/Entry (once|only|within)|upward|downward/);
  }
  // Nobody is against the mood who buys what has risen, and nothing falls back under an average that it is below.
  expect(said(RISEN, reading, 'Buy')).not.toMatch(/against the mood|crowd leans/);
  expect(said(FALLEN, reading, 'Sell')).not.toMatch(/against the mood|meets supply/);
  expect(said(FALLEN, reading, 'Buy')).not.toMatch(/above its 20-day|next leg|fall back under/);
  expect(said(RISEN, reading, 'Sell')).not.toMatch(/below its 20-day|next leg|weak structure|rise back over/);
});

test.each(['trend', 'reversal', 'value'] as const)('what an author of %s writes are reasons, none of them said twice', (reading) => {
  for (const glance of [RISEN, FALLEN]) {
    for (const call_type of ['Buy', 'Sell', 'Hold'] as const) {
      for (const random of draws) {
        const rationale = rationaleOf(glance, { reading } as Profile, { call_type, stop_loss: 900, term: 'shortTerm' }, random);
        expect(reasonsProblems(rationale), JSON.stringify(rationale)).toEqual([]);
      }
    }
  }
});

test('what is noted on the way fits how far the call has come', () => {
  for (const random of draws) {
    expect(noteOf(0.6, random)).toMatch(/^Half of the way/);
    expect(noteOf(-0.6, random)).toMatch(/^Closer to the stop-loss/);
    expect(noteOf(0.1, random)).not.toMatch(/Half|Closer/);
    expect(exitReason(-0.3, random)).not.toMatch(/move came/);
    expect(exitReason(0.5, random)).not.toMatch(/against the position/);
    expect(exitReason(null, random)).not.toMatch(/against the position|move came/);
  }
});

test('what is said of a stopped call is true of any, and long enough to be one', () => {
  for (const random of draws) {
    expect(lookBackOf(random)).not.toMatch(/bought|sold|target/);
    expect(lookBackOf(random).length).toBeGreaterThan(40);
  }
});

test('prices from before splits are told in today’s shares', () => {
  const price = (at: number): number => (at < 30 ? 1000 : at < 60 ? 200 : 100);
  const past = Array.from({ length: 90 }, (_, at) => {
    const c = price(at);
    return { day: `d${String(at).padStart(3, '0')}`, o: c, h: c * 1.1, l: c * 0.9, c, v: 1000, prev_close: c };
  });
  const split = { listing: { name: 'Infosys', sector: 'IT' }, ltp: 100, past } as unknown as Glance;
  const texts = said(split, 'trend', 'Buy') + said(split, 'value', 'Buy');
  expect(texts).toContain('low of ₹90.00');
  expect(texts).toContain('high of ₹110.00');
  // ₹1,000 before five for one and two for one.
  expect(texts).not.toMatch(/₹(?:200|220|440|1000|1100)\.00/);
});

test('figures, days and strikes are written as people write them', () => {
  const text = said(chart(10_000, 16_000), 'trend', 'Buy');
  expect(text).toContain('₹16,000.00');
  expect(text).not.toMatch(/₹\d{4}/);
  const scene = {
    name: 'NIFTY',
    spot: 25_043.5,
    expiry: '2026-12-01',
    move: 312.4,
    structure: { outlook: 'neutral' } as Structure,
    strikes: [0, 25_000],
    daysLeft: 1,
  };
  for (const random of draws) {
    const rationale = optionRationale(scene, random);
    const { thesis, trigger } = rationale;
    expect(reasonsProblems(rationale)).toEqual([]);
    expect(thesis).toMatch(/^NIFTY stands at 25,043\.50 with 1 day to the expiry of 1 Dec 2026; .* The strike is 25,000\.$/);
    const bought = optionRationale({ ...scene, structure: { outlook: 'volatile' } as Structure, strikes: [25_000, 25_000] }, random);
    expect(bought.kill_criteria).toBe('If NIFTY stays between 24,731.10 and 25,355.90 until 1 Dec 2026.');
    expect(bought.thesis).toMatch(/ The strike is 25,000\.$/);
    expect(trigger).not.toMatch(/2026-|25000|around 0|1 days/);
  }
});
