import { FAULTS, type Fault } from '../../api/src/platform/testing/fault-proxy.testing.ts';

/**
 * Whose way to what breaks. `kill` ends the server's side of every connection to PostgreSQL, as a restart does. Of the process itself:
 * `freeze` stops it while it holds the record's lock, `crash` kills it, `deploy` replaces it in order.
 */
export interface PlannedFault {
  readonly target: 'postgres' | 'redis' | 'mail' | 'process';
  readonly node: 0 | 1 | 'both';
  readonly fault: Fault | 'kill' | ProcessFault;
  /** How long it lasts, ms. */
  readonly lasts: number;
  /** Quiet after both nodes are well again, ms. */
  readonly rest: number;
}

export const PROCESS_FAULTS = ['freeze', 'crash', 'deploy'] as const;
export type ProcessFault = (typeof PROCESS_FAULTS)[number];
/** Longer than it takes until a frozen node is cut off and the other goes on. */
const FREEZE_MS = 14_000;

/** Endless, and the same for the same random numbers. PostgreSQL, on which everything stands, breaks half of the time; one fault in four is of a process. */
export function* faultSchedule(random: () => number): Generator<PlannedFault> {
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  // Each fault of a process comes in turn, so that a short run has them all.
  for (let n = 0; ; n += 1) {
    if (n % 4 === 2) {
      const fault = PROCESS_FAULTS[Math.floor(n / 4) % PROCESS_FAULTS.length]!;
      yield { target: 'process', node: oneOf([0, 1] as const), fault, lasts: fault === 'freeze' ? FREEZE_MS : 0, rest: 1000 };
      continue;
    }
    const target = oneOf(['postgres', 'postgres', 'postgres', 'redis', 'redis', 'mail'] as const);
    yield {
      target,
      node: oneOf([0, 1, 'both'] as const),
      fault: oneOf(target === 'postgres' ? ([...FAULTS, 'kill'] as const) : FAULTS),
      lasts: Math.round(500 + random() * 7500),
      rest: Math.round(500 + random() * 2500),
    };
  }
}
