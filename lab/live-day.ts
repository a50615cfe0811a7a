import { Refusal } from './experiment.ts';
import { runServerTests } from './server-tests.ts';

/**
 * Plays a day of 250 instruments at ten times its speed over a stand-in of a broker into a market that judges calls by it, and holds all that came of
 * them against what the day’s own file makes of the same calls. The test itself plays a few shares as fast as the machine can.
 */
export default async function playLiveDay({ seed, speed, broker }: { seed: number; speed: number; broker: string }): Promise<boolean> {
  if (!['kite', 'upstox'].includes(broker)) throw new Refusal('--broker is kite or upstox.');
  console.log(`A whole day at ${speed} times its speed, seed ${seed}: ${Math.ceil(400 / speed)} minutes`);
  const settings = { LIVE_DAY: 'whole', LIVE_DAY_SEED: String(seed), LIVE_DAY_SPEED: String(speed), LIVE_DAY_BROKER: broker };
  return await runServerTests(['api/src/calls/live-day.db.test.ts'], settings);
}
