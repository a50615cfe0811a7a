import { AsyncLocalStorage } from 'node:async_hooks';

/** How long PostgreSQL serves one piece of work at most, ms. */
export interface TimeLimits {
  /** One statement, with its waits for locks. */
  readonly statement: number;
  /** One wait for a lock. Waiting for a row can take two: for the turn, then for the row. */
  readonly lock: number;
  /** The pause between two statements of a transaction. Whoever pauses longer is frozen or gone, and others wait for its locks. */
  readonly idle: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A row is waited for at most twice this long, so nobody waits for a lock longer than five seconds. */
const LOCK = 2 * SECOND;
/**
 * Longer than a wait for a lock: when a frozen node is cut off, its own statements that waited behind it have given up already.
 * Otherwise one of them would be served next, and hold everybody up once more. Three seconds short of the ten that are promised: on a busy
 * machine the next writer needs one or two of them.
 */
const IDLE = 7 * SECOND;

/**
 * The limits by kind of work: every statement on PostgreSQL runs under one of them. The embedded database can't end a statement;
 * there a transaction that pauses for five seconds while others wait is rolled back (`embedded.worker.ts`).
 */
export const TIME_LIMITS = {
  /** Requests, messages of sockets, prices, and whatever else has no kind of its own. */
  request: { statement: 15 * SECOND, lock: LOCK, idle: IDLE },
  /** Background jobs, and the queue itself. */
  job: { statement: 2 * MINUTE, lock: LOCK, idle: IDLE },
  /** Counting uses of a limit; the request goes on without an answer after half a second. */
  count: { statement: 2 * SECOND, lock: SECOND / 2, idle: SECOND },
  /** A server that starts looks for what is there, writes what is missing and checks the record, which others use meanwhile. */
  start: { statement: 5 * MINUTE, lock: LOCK, idle: IDLE },
  migration: { statement: HOUR, lock: LOCK, idle: 2 * IDLE },
  /** `npm run import`, `check-record` and the demo's first record: they compute for long between two statements, and hold nobody up. */
  command: { statement: 10 * MINUTE, lock: LOCK, idle: MINUTE },
  /** `npm run backup`, `restore` and `move-data`: whole tables in one statement, and files between two. */
  backup: { statement: 6 * HOUR, lock: LOCK, idle: HOUR },
} as const satisfies Record<string, TimeLimits>;

export type WorkKind = keyof typeof TIME_LIMITS;

/** The statement that puts a session under the limits of a kind. */
export function limitsStatement(kind: WorkKind): string {
  const { statement, lock, idle } = TIME_LIMITS[kind];
  return `set statement_timeout = ${statement}; set lock_timeout = ${lock}; set idle_in_transaction_session_timeout = ${idle}`;
}

const current = new AsyncLocalStorage<{ readonly kind: WorkKind; over: boolean }>();

/** Runs work under the limits of a kind. Timers and listeners that it leaves behind are not of that kind once it has ended. */
export async function underLimits<T>(kind: WorkKind, work: () => Promise<T>): Promise<T> {
  const scope = { kind, over: false };
  try {
    return await current.run(scope, work);
  } finally {
    scope.over = true;
  }
}

/** The kind of the work that runs now; null where nothing was said. */
export function workKind(): WorkKind | null {
  const scope = current.getStore();
  return scope && !scope.over ? scope.kind : null;
}
