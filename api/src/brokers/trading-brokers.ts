import { readAgain } from '../platform/nodes/read-again.ts';
import type { Platform } from '../platform/platform.ts';
import { brokerTables, type TradingBroker } from './tables.ts';

/** Brokers without a site of their own, in memory, read again from time to time: one that comes or goes needs no restart. */
export async function readTradingBrokers(platform: Platform, everyMs?: number): Promise<() => readonly TradingBroker[]> {
  let list: readonly TradingBroker[] = [];
  const read = async (): Promise<void> => {
    list = await brokerTables(platform.db).selectFrom('brokers').selectAll().orderBy('id').execute();
  };
  await read();
  readAgain(platform, 'trading brokers', read, everyMs);
  return () => list;
}
