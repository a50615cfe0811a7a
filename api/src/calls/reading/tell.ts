import type { Carried, NewEvent } from '../../ledger/index.ts';
import type { Database } from '../../platform/platform.ts';

/** Tells followers of events that were just appended behind `seq`, once the caller's transaction is committed. */
export type TellFollowers = (tx: Database, seq: number, events: readonly NewEvent[], changed: readonly Carried[]) => Promise<void>;
