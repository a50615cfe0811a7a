import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createBrokers } from '../../brokers/index.ts';
import { insertCrowd } from '../../identity/crowd.testing.ts';
import { DEMO_PASSWORD, demoSignIns } from '../../identity/demo/index.ts';
import { createIdentity } from '../../identity/index.ts';
import { createNotices } from '../../notices/index.ts';
import { createPartners } from '../../partners/index.ts';
import { databases, openPlatform } from '../../platform/testing.ts';
import { createPush } from '../../push/index.ts';
import { callTables } from '../tables.ts';
import { followerCount, followerPage } from './follows.store.ts';

/*
 * Tells one happening to so many followers while somebody asks what every page asks, how many notices are unread; says as JSON how long the
 * telling took and how long the requests did, against those before. Followers are accounts: who may read is asked of identity, as for calls.
 */

const { values } = parseArgs({
  options: { followers: { type: 'string', default: '1000000' }, database: { type: 'string', default: 'postgres' }, quiet: { type: 'string', default: '5000' } },
});
const followers = Number(values.followers);
const ROWS = 50_000;
const QUIET_MS = Number(values.quiet);
const database = values.database === 'pglite' ? 'pglite' : 'postgres';
// On a machine on which nothing has run yet this also makes the database.
if (!(await databases()).includes(database)) throw new Error('No PostgreSQL answers at TEST_DATABASE_URL');
const opened = await openPlatform({
  database,
  settings: { DATA_DIR: await mkdtemp(join(tmpdir(), 'vimarsh-measure-')) },
});
const { platform } = opened;
try {
  const partners = await createPartners(platform);
  const identity = await createIdentity(platform, {
    partners,
    push: await createPush(platform),
    brokers: await createBrokers(platform, { partners }),
  });
  const notices = createNotices(platform, { identity });
  const db = callTables(platform.db);
  notices.source({
    name: 'measured',
    countFollowers: ({ expert_id }) => followerCount(db, expert_id),
    followers: ({ expert_id }, lots, after, limit, until) => followerPage(db, { expert_id, lots, after, limit, until }),
    readers: async (_happening, ids) => new Set((await identity.askers(ids)).keys()),
    letter: async () => ({ kind: 'new_calls', subject: 'News', path: '/', text: () => 'News' }),
  });
  await platform.start();
  for (let from = 0; from < followers; from += ROWS) {
    const to = Math.min(followers, from + ROWS) - 1;
    await insertCrowd(platform.db, from, to);
    await sql`insert into follows (user_id, expert_id, since)
      select 'usr_' || n, 'exp_measured', now() - interval '1 day' from generate_series(${from}::int, ${to}::int) n`.execute(platform.db);
  }
  await sql`analyze`.execute(platform.db);

  const { email } = demoSignIns.find(({ shows }) => shows === 'Pro investor')!;
  const payload = { username: email, password: DEMO_PASSWORD, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' };
  const signIn = async (): Promise<Record<string, string>> => {
    const signedIn = await platform.app.inject({ method: 'POST', url: '/auth/v1/sign_in', headers: { host: 'localhost' }, payload });
    return { host: 'localhost', authorization: `Bearer ${signedIn.json<{ token_data: { access_token: string } }>().token_data.access_token}` };
  };
  let headers = await signIn();
  // A bearer ends after ten minutes, and a slow machine takes longer to tell a million.
  setInterval(() => void signIn().then((fresh) => (headers = fresh)), 240_000);
  const asked: number[] = [];
  async function ask(): Promise<void> {
    const began = performance.now();
    const { statusCode } = await platform.app.inject({ url: '/base/v1/notices/unread', headers });
    if (statusCode !== 200) throw new Error(`A request was answered by ${statusCode}`);
    asked.push(performance.now() - began);
    await wait(5);
  }
  const p99 = (): number => {
    const sorted = asked.splice(0).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.99)]!;
  };
  for (const until = performance.now() + QUIET_MS; performance.now() < until; ) await ask();
  const p99_quiet_ms = p99();

  const began = performance.now();
  await platform.transaction((tx) =>
    notices.tell(tx, {
      ...{ id: 'measured-1', source: 'measured', topic: 'new_calls', expert_id: 'exp_measured', about: 'measured', first: true, happened_at: new Date() },
      facts: { what: 'publish', call: { id: 'measured', kind: 'equity', stock: 'TCS', term: 'shortTerm' }, result: null, urgent: false },
    }),
  );
  let told = 0;
  for (let done = false; !done; ) {
    for (const until = performance.now() + 500; performance.now() < until; ) await ask();
    const { rows } = await sql<{ told: number; done: boolean }>`select told, done_at is not null as done from notice_fanouts`.execute(platform.db);
    ({ told, done } = rows[0]!);
  }
  const told_s = (performance.now() - began) / 1000;
  if (told !== followers) throw new Error(`${told} of ${followers} were told`);
  console.log(JSON.stringify({ followers, told_s, p99_quiet_ms, p99_busy_ms: p99() }));
} finally {
  await opened.end();
}
process.exit(0);
