import { runServerTests } from './server-tests.ts';

/**
 * Plays a day of 250 instruments at ten times its speed over a stand-in of Kite into a market that judges calls by it, and holds all that came of
 * them against what the day’s own file makes of the same calls. The test itself plays a few shares as fast as the machine can.
 */
export default async function playLiveDay({ seed, speed }: { seed: number; speed: number }): Promise<boolean> {
  console.log(`A whole day at ${speed} times its speed, seed ${seed}: ${Math.ceil(400 / speed)} minutes`);
  return await runServerTests(['api/src/calls/live-day.db.test.ts'], { LIVE_DAY: 'whole', LIVE_DAY_SEED: String(seed), LIVE_DAY_SPEED: String(speed) });
}
