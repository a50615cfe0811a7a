import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REPOSITORY } from '../../../e2e/support/stack.ts';
import { type Figure, sized } from '../figure.ts';

const BUDGET_MS = 50;

interface Measured {
  readonly watched: number;
  readonly fired: number;
  readonly median_ms: number;
  readonly longest_ms: number;
  readonly look_ms: number;
}

/** What judging people's alerts costs the server's thread: each beat of a second, and the one a minute that looks at open interest. */
export async function alertFigures(): Promise<Figure[]> {
  const script = `${REPOSITORY}api/src/alerts/measure-alerts.testing.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--alerts', String(sized(100_000, 1000)), '--minutes', String(sized(5, 1))]);
  const { watched, fired, median_ms, longest_ms, look_ms } = JSON.parse(stdout) as Measured;
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  return [
    {
      name: `Judging ${watched.toLocaleString('en-IN')} alerts`,
      budget: `≤ ${BUDGET_MS} ms a beat`,
      measured: ms(longest_ms),
      pass: longest_ms <= BUDGET_MS,
      note: `processor time of the longest of five minutes' beats; the median ${ms(median_ms)}; ${fired} fired`,
    },
    {
      name: `The beat that looks at open interest for ${watched.toLocaleString('en-IN')} alerts`,
      budget: `≤ ${BUDGET_MS} ms a beat`,
      measured: ms(look_ms),
      pass: look_ms <= BUDGET_MS,
      note: 'the longest of five, once a minute, in turns',
    },
  ];
}
