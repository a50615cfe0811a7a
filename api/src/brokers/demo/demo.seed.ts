import { TRADING_ONLY_BROKERS } from '@vimarsh/shared/domain/partners/demo/trading-brokers.ts';
import type { Database } from '../../platform/platform.ts';
import { brokerTables } from '../tables.ts';

/** The trading brokers of the demo, where they are missing. */
export async function seedDemoTradingBrokers(db: Database): Promise<void> {
  await brokerTables(db)
    .insertInto('brokers')
    .values(TRADING_ONLY_BROKERS.map((broker) => ({ ...broker, is_trading_available: true })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
