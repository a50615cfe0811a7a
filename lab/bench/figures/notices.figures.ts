import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REPOSITORY } from '../../../e2e/support/stack.ts';
import { type Figure, sized } from '../figure.ts';

interface Measured {
  readonly followers: number;
  readonly told_s: number;
  readonly p99_quiet_ms: number;
  readonly p99_busy_ms: number;
}

/** One happening told to a million followers on PostgreSQL, page by page, while somebody asks what every page asks. */
export async function noticeFigures(): Promise<Figure[]> {
  const script = `${REPOSITORY}api/src/calls/reading/measure-notices.testing.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--followers', String(sized(1_000_000, 500)), '--quiet', String(sized(5000, 200))], {
    maxBuffer: 1e7,
  });
  const { followers, told_s, p99_quiet_ms, p99_busy_ms } = JSON.parse(stdout.trim().split('\n').at(-1)!) as Measured;
  const ratio = p99_busy_ms / p99_quiet_ms;
  return [
    {
      name: `Requests under fan-out to ${followers.toLocaleString('en-IN')} followers`,
      budget: 'p99 ≤ 3× of quiet',
      measured: `${p99_busy_ms.toFixed(1)} ms`,
      ratio,
      pass: ratio <= 3,
      note: `quiet ${p99_quiet_ms.toFixed(1)} ms; all told in ${Math.round(told_s)} s`,
    },
  ];
}
