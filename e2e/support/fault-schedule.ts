import { FAULTS, type Fault } from '../../api/src/platform/fault-proxy.testing.ts';

/** Whose way to what breaks. `kill` ends the server's side of every connection to PostgreSQL, as a restart does. */
export interface PlannedFault {
  readonly target: 'postgres' | 'redis' | 'mail';
  readonly node: 0 | 1 | 'both';
  readonly fault: Fault | 'kill';
  /** How long it lasts, ms. */
  readonly lasts: number;
  /** Quiet after both nodes are well again, ms. */
  readonly rest: number;
}

/** Endless, and the same for the same random numbers. PostgreSQL, on which everything stands, breaks half of the time. */
export function* faultSchedule(random: () => number): Generator<PlannedFault> {
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  for (;;) {
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
