import { runServerTests } from './server-tests.ts';

/** Kills servers of orders more often than `npm test` has time for, and says between which steps. */
export default async function killOrders({ kills, seed }: { kills: number; seed: number }): Promise<boolean> {
  console.log(`${kills} kills, seed ${seed}`);
  return runServerTests(['api/src/trading/kills/kill.db.test.ts'], { ORDER_KILLS: String(kills), ORDER_SEED: String(seed) });
}
