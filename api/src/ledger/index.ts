export { differs, RecordDiffers } from './audit/record-differs.ts';
export { createLedger, openLedger } from './create-ledger.ts';
export { whyClosed } from './key-ring.ts';
export type { CallHead, ChainedEvent, EngineEvent, Kind, NewEvent, Projected, Watched } from './kinds.ts';
export type { Ledger } from './ledger.ts';
export { pinKey } from './pinned-keys.ts';
export type { Carried, Pace } from './record.store.ts';
export { isBefore, nextRootAt } from './roots.store.ts';
export type { EventRow, LedgerTables } from './tables.ts';
