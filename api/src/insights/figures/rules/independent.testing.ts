import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { technicalVotes } from '@vimarsh/shared/domain/insights/sentiment.ts';
import { Technicals } from '@vimarsh/shared/domain/insights/technicals.ts';
import { readingsOf } from '../equity-readings.ts';
import { IndicatorRun } from './indicator-run.ts';
import type { IndicatorBar } from './indicators.ts';
import { technicalRating } from './technical-rating.ts';

interface Apart {
  readonly value: Readonly<Record<string, number | null>>;
  readonly vote: Readonly<Record<string, number | null>>;
  readonly mood: Readonly<Record<string, number | null>>;
}

const SCRIPT = fileURLToPath(new URL('technicals.testing.py', import.meta.url));
/** Agreement to six digits. */
const SIX = 5e-7;

/** Figures and votes of the last session of each history as the program in another language finds them. */
export const technicalsApart = (histories: readonly (readonly IndicatorBar[])[]): Apart[] =>
  JSON.parse(
    execFileSync('python3', [SCRIPT], {
      input: JSON.stringify(histories.map((bars) => bars.map(({ h, l, c, v }) => [h, l, c, v]))),
      maxBuffer: 1 << 28,
      encoding: 'utf8',
    }),
  ) as Apart[];

/** Where the product and that program differ on the last session of a history, and how many figures and votes were compared. */
export function comparedTechnicals(bars: readonly IndicatorBar[], apart: Apart): { differences: string[]; figures: number; votes: number } {
  const run = IndicatorRun.of(bars);
  const { votes } = technicalRating(run);
  const readings = new Map(readingsOf(run).map(({ key, value }) => [key, value]));
  const values: Record<string, number | null | undefined> = Object.fromEntries(votes.map(({ key, value }) => [key, value]));
  const others = {
    rsi: readings.get('rsi'),
    atr14: readings.get('atr'),
    macd_signal: run.macd?.signal,
    plus_di: run.directional?.plus.at(-1),
    minus_di: run.directional?.minus.at(-1),
  };
  const differences: string[] = [];
  let figures = 0;
  for (const [key, ours] of Object.entries({ ...values, ...others })) {
    const theirs = apart.value[key] ?? null;
    figures += 1;
    const scale = Math.max(1, Math.abs(theirs ?? 0));
    const same = typeof ours === 'number' && theirs !== null ? Math.abs(ours - theirs) <= SIX * scale : (ours ?? null) === theirs;
    if (!same) differences.push(`${key}: ${ours} here, ${theirs} apart`);
  }
  for (const { key, vote } of votes) if (vote !== (apart.vote[key] ?? null)) differences.push(`vote ${key}: ${vote} here, ${apart.vote[key]} apart`);
  const mood = technicalVotes(Technicals.of(bars), bars.at(-2));
  const cast = Object.values(apart.mood).filter((vote) => vote !== null);
  if (mood.votes.map(({ vote }) => vote).join() !== cast.join()) differences.push(`sentiment: ${mood.votes.map(({ vote }) => vote)} here, ${cast} apart`);
  return { differences, figures, votes: votes.length + cast.length };
}
