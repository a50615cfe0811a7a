import { FAULTS, type Fault } from '../../../api/src/platform/testing/fault-proxy.testing.ts';

/**
 * Whose way to what breaks. `kill` ends the server's side of every connection to PostgreSQL, as a restart does. Of the process itself:
 * `freeze` stops it while it holds the record's lock, `crash` kills it, `deploy` replaces it in order.
 */
export interface PlannedFault {
  readonly target: 'postgres' | 'redis' | 'mail' | 'process';
  readonly node: 0 | 1 | 'both';
  readonly fault: Fault | 'kill' | ProcessFault;
  /** How long it lasts, ms; a freeze at most. */
  readonly lasts: number;
  /** Quiet after both nodes are well again, ms. */
  readonly rest: number;
}

export const PROCESS_FAULTS = ['freeze', 'crash', 'deploy'] as const;
export type ProcessFault = (typeof PROCESS_FAULTS)[number];
/** Longer than it takes until a frozen node is cut off and the other goes on. */
const FREEZE_MS = 14_000;
const NODES = [0, 1] as const;

const oneOf = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

const ofProcess = (fault: ProcessFault, random: () => number): PlannedFault => ({
  target: 'process',
  node: oneOf(random, NODES),
  fault,
  lasts: fault === 'freeze' ? FREEZE_MS : 0,
  rest: 1000,
});

/** Endless, and the same for the same random numbers. PostgreSQL, on which everything stands, breaks half of the time; one fault in four is of a process. */
export function* faultSchedule(random: () => number): Generator<PlannedFault> {
  for (let n = 0; ; n += 1) {
    if (n % 4 === 2) {
      yield ofProcess(PROCESS_FAULTS[Math.floor(n / 4) % PROCESS_FAULTS.length]!, random);
      continue;
    }
    const target = oneOf(random, ['postgres', 'postgres', 'postgres', 'redis', 'redis', 'mail'] as const);
    yield {
      target,
      node: oneOf(random, [...NODES, 'both'] as const),
      fault: oneOf(random, target === 'postgres' ? ([...FAULTS, 'kill'] as const) : FAULTS),
      lasts: Math.round(500 + random() * 7500),
      rest: Math.round(500 + random() * 2500),
    };
  }
}

/** Each kind of fault once and short, in an order of the random numbers: those of connections on PostgreSQL, and one each on Redis and mail. */
export function* eachFaultOnce(random: () => number): Generator<PlannedFault> {
  const short = { lasts: 1500, rest: 300 };
  const faults: PlannedFault[] = [
    ...PROCESS_FAULTS.map((fault) => ofProcess(fault, random)),
    ...([...FAULTS, 'kill'] as const).map((fault): PlannedFault => ({ target: 'postgres', node: oneOf(random, NODES), fault, ...short })),
    ...(['redis', 'mail'] as const).map((target): PlannedFault => ({ target, node: 'both', fault: oneOf(random, FAULTS), ...short })),
  ];
  while (faults.length > 0) yield faults.splice(Math.floor(random() * faults.length), 1)[0]!;
}

/** One fault of a process again and again. */
export function* onlyFault(fault: ProcessFault, random: () => number): Generator<PlannedFault> {
  for (;;) yield ofProcess(fault, random);
}
