import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REPOSITORY } from '../../../e2e/support/stack.ts';
import { type Figure, sized } from '../figure.ts';

const CALLS = sized(2000, 50);
const BEAT_MS = 1000;

/** What judging open option calls costs the engine's thread: a beat in which the chains are looked at, once a minute, and those between. */
export async function judgeFigures(): Promise<Figure[]> {
  const script = `${REPOSITORY}api/src/calls/options/measure-judge.testing.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--calls', String(CALLS), '--minutes', String(sized(20, 2))]);
  const { active, look_ms, between_ms, longest_ms } = JSON.parse(stdout) as { active: number; look_ms: number; between_ms: number; longest_ms: number };
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  return [
    {
      name: `Judging ${CALLS} open option calls`,
      budget: '≤ 20 ms a beat',
      measured: ms(look_ms),
      pass: look_ms <= 20,
      note: `median of the beats that look at the chains; between them ${ms(between_ms)}; ${active} entered`,
    },
    {
      name: `The beat with ${CALLS} open option calls`,
      budget: '≤ 1 s',
      measured: ms(longest_ms),
      pass: longest_ms <= BEAT_MS,
      note: 'the longest of 20 minutes, by the clock',
    },
  ];
}
