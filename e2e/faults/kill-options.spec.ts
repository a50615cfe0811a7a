import pg from 'pg';
import { moveDemo } from '../support/faults/moved-demo.ts';
import { POSTGRES } from '../support/faults/nodes.ts';
import { copyOf, emptyJournal, lostOf, since, somethingSince } from '../support/load/journal.ts';
import { OptionLoad } from '../support/load/option-load.ts';
import { Person } from '../support/person.ts';
import { demoOf, startStack, TEMPLATE } from '../support/stack.ts';
import { expect, test as fault } from '../support/story.ts';

/** `KILLS=20` is the measure; a few in every run. `SEED` chooses the moments and the order of the work. */
const KILLS = Number(process.env.KILLS) || 3;
const SEED = Number(process.env.SEED) || 1;
/** Six option calls each, and ten notes on each. */
const AUTHORS = ['ananya', 'devendra', 'farida', 'gurpreet', 'harini', 'joel', 'lakshmi', 'manoj', 'nandini', 'omkar'];

for (const database of ['PGlite', 'PostgreSQL'] as const) {
  fault(`the server dies ${KILLS} times under publishing of option calls on ${database}, and nothing it acknowledged is lost`, async () => {
    fault.setTimeout(180_000 + KILLS * 30_000);
    const place = database === 'PGlite' ? null : await demoDatabase();
    fault.skip(place === undefined, 'no PostgreSQL answers at TEST_DATABASE_URL');
    const stack = await startStack(place ? { env: { DATABASE_URL: place.url } } : {});
    try {
      const { password } = await demoOf(stack.portal);
      const experts = await Promise.all(AUTHORS.map((name) => Person.signIn(stack, `${name}@experts.example.com`, password)));
      const load = new OptionLoad(experts, SEED);
      let checked = emptyJournal();
      try {
        for (let kill = 1; kill <= KILLS; kill += 1) {
          // Never the same moment of the work.
          await new Promise((resolve) => setTimeout(resolve, 400 + ((SEED * 131 + kill * 377) % 800)));
          await somethingSince(load.journal, checked);
          await stack.crash();
          const promised = copyOf(load.journal);
          const recent = since(promised, checked);
          expect(await lostOf(recent), `after kill ${kill}`).toEqual([]);
          checked = promised;
        }
      } finally {
        await load.stop();
      }
      expect(await lostOf(load.journal)).toEqual([]);
      expect(load.surprises).toEqual([]);
      const { calls, notes } = load.journal;
      console.log(`${database}, ${KILLS} kills: ${calls.length} option calls and ${notes.length} notes acknowledged, all there`);
      expect(calls.length).toBeGreaterThan(KILLS);
      expect(notes.length).toBeGreaterThan(KILLS);
    } finally {
      await stack.stop();
      await place?.drop();
    }
  });
}

/** A database with the demo; undefined where no PostgreSQL answers. */
async function demoDatabase(): Promise<{ url: string; drop(): Promise<void> } | undefined> {
  const name = `vimarsh_kill_${process.pid}`;
  const ask = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 3000 });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  try {
    await ask(`create database ${name}`);
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw error;
    return undefined;
  }
  const { href: url } = Object.assign(new URL(POSTGRES), { pathname: `/${name}` });
  await moveDemo(TEMPLATE, url, []);
  return { url, drop: () => ask(`drop database if exists ${name} with (force)`) };
}
