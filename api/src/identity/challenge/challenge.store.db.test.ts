import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../platform/schema/migrate.ts';
import { databases, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { ulid } from '../../platform/text/id.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import type { ChallengePurpose } from '../identity.tables.ts';
import * as store from './challenge.store.ts';
import { lookedAt } from './otp.rules.ts';

const START = new Date('2026-11-20T06:00:00Z');
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000);
const DAY = 86_400;
const PURPOSES: ChallengePurpose[] = ['SIGN_IN', 'SIGN_UP', 'CREATE_USER', 'FORGET_PASSWORD', 'BROKER_FORM'];

let made = 0;
function freshSubject(): string {
  made += 1;
  return `subject ${made}`;
}
/** Stores one and says its id. */
async function ask(db: IdentityDb, scope: store.Scope, more: Partial<store.NewChallenge> = {}, seconds = 0): Promise<string> {
  const id = ulid();
  await store.insertChallenge(db, { ...scope, id, code_mac: 'mac', asked_device: 'a', counted_for: 'network', stranger: true, ...more }, at(seconds));
  return id;
}

describe.each(await databases())('the store of challenges on %s', (database) => {
  let opened: TestPlatform;
  let db: IdentityDb;
  beforeAll(async () => {
    opened = await openPlatform({ database });
    db = opened.platform.db;
  });
  afterAll(() => opened.end());

  const row = (id: string) => db.selectFrom('challenges').selectAll().where('id', '=', id).executeTakeFirst();
  const scopeFor = (purpose: ChallengePurpose): store.Scope => ({ partner_key: 'neem', purpose, subject: freshSubject() });
  const open = async (scope: store.Scope, seconds: number) => (await store.openOf(db, scope, at(seconds))).map(({ id }) => id);

  describe.each(PURPOSES)('%s', (purpose) => {
    test('is open for five minutes', async () => {
      const scope = scopeFor(purpose);
      const id = await ask(db, scope);
      expect(await open(scope, 299)).toEqual([id]);
      expect(await open(scope, 300)).toEqual([]);
      expect(await store.spendTry(db, id, at(300))).toBeUndefined();
    });

    test('is another person’s, site’s or purpose’s matter never', async () => {
      const scope = scopeFor(purpose);
      const id = await ask(db, scope);
      for (const other of [
        { ...scope, partner_key: '' },
        { ...scope, subject: freshSubject() },
        { ...scope, purpose: PURPOSES.find((one) => one !== purpose)! },
      ]) {
        expect(await open(other, 1)).toEqual([]);
        await ask(db, other, {}, 1);
      }
      expect(await open(scope, 1)).toEqual([id]);
    });

    test('is superseded by the next one of its device, or behind its handle; what it held goes with it', async () => {
      const scope = scopeFor(purpose);
      const held = { broker_session: 'secret' };
      const first = await ask(db, scope, { held, handle_hash: `h ${scope.subject}` });
      const strangers = await ask(db, scope, { asked_device: 'b', held }, 1);
      const second = await ask(db, scope, { held }, 2);
      expect(await open(scope, 2)).toEqual([second, strangers]);
      const third = await ask(db, scope, { asked_device: 'c', handle_hash: `h ${scope.subject}`, held }, 3);
      await ask(db, scope, { asked_device: 'd', handle_hash: `h ${scope.subject}` }, 4);
      for (const id of [first, third]) expect(await row(id)).toMatchObject({ superseded_at: expect.any(Date), held: null });
      expect(await store.consume(db, first, at(5))).toBe(false);
      expect(await store.spendTry(db, first, at(5))).toBeUndefined();
    });

    test('of many guesses at once five are looked at; of many right ones at once one counts', async () => {
      const scope = scopeFor(purpose);
      const id = await ask(db, scope, { held: { broker_session: 'secret' } });
      const spent = await Promise.all(Array.from({ length: 9 }, () => store.spendTry(db, id, at(1))));
      expect(spent.flatMap((one) => one?.tries_left ?? []).sort()).toEqual([0, 1, 2, 3, 4]);
      expect((await store.spendTry(db, id, at(1), 'other_tries'))?.tries_left).toBe(4);
      const used = await Promise.all(Array.from({ length: 4 }, () => store.consume(db, id, at(2))));
      expect(used.filter(Boolean)).toHaveLength(1);
      expect(await row(id)).toMatchObject({ used_at: at(2), held: null });
      expect(await store.proveChallenge(db, id, 'late', at(3))).toBe(false);
    });
  });

  test('whatever happens in whatever order, a challenge is looked at five times by its device and five by all others, and used once', async () => {
    const scopes = fc.integer({ min: 0, max: 1 });
    const devices = fc.constantFrom('a', 'b', '');
    const step = fc.oneof(
      fc.record({ what: fc.constant('ask' as const), scopes, device: fc.constantFrom('a', 'b') }),
      fc.record({ what: fc.constantFrom('guess' as const, 'use' as const), scopes, device: devices }),
      fc.record({ what: fc.constant('guesses' as const), scopes, device: devices }),
      fc.record({ what: fc.constant('wait' as const), seconds: fc.constantFrom(1, 100, 299) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 24 }), fc.constantFrom(...PURPOSES), async (steps, purpose) => {
        const subject = freshSubject();
        const kept: { id: string; scope: number; device: string; until: number; own: number; others: number }[] = [];
        let now = 0;
        for (const one of steps) {
          // Time always moves a little: two codes of one millisecond have no order.
          now += one.what === 'wait' ? one.seconds : 0.01;
          if (one.what === 'wait') continue;
          const scope = { partner_key: ['', 'neem'][one.scopes]!, purpose, subject };
          if (one.what === 'ask') {
            const before = kept.findIndex((known) => known.scope === one.scopes && known.device === one.device);
            if (before >= 0) kept.splice(before, 1);
            const id = await ask(db, scope, { asked_device: one.device }, now);
            kept.unshift({ id, scope: one.scopes, device: one.device, until: now + 300, own: 5, others: 5 });
            continue;
          }
          const mine = kept.filter((known) => known.scope === one.scopes && known.until > now + 1e-9);
          const expected = mine.find(({ device }) => device === one.device) ?? mine[0];
          const looked = lookedAt(await store.openOf(db, scope, at(now)), one.device);
          expect(looked?.challenge.id).toBe(expected?.id);
          if (!looked || !expected) continue;
          const count = expected.device === one.device ? 'own' : 'others';
          for (let times = one.what === 'guesses' ? 4 : 1; times > 0; times -= 1) {
            const spent = await store.spendTry(db, looked.challenge.id, at(now), looked.tries);
            expect(spent?.tries_left).toBe(expected[count] > 0 ? expected[count] - 1 : undefined);
            if (expected[count] > 0) expected[count] -= 1;
          }
          if (one.what === 'use') {
            expect(await store.consume(db, expected.id, at(now))).toBe(true);
            expect(await store.consume(db, expected.id, at(now))).toBe(false);
            kept.splice(kept.indexOf(expected), 1);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test('a proof has a handle of its own, names the account for 15 minutes, and is used once', async () => {
    const scope = scopeFor('FORGET_PASSWORD');
    const behind = (handle_hash: string, partner_key = 'neem') => ({ partner_key, handle_hash: `${handle_hash} ${scope.subject}` });
    await db
      .insertInto('users')
      .values({ id: `usr ${scope.subject}`, partner_key: 'neem', username: scope.subject, profession: 'Retail Investor', roles: '[]', created_at: START })
      .execute();
    const id = await ask(db, scope, { ...behind('first'), user_id: `usr ${scope.subject}` });
    expect(await store.unprovenBehind(db, behind('first', ''), at(1))).toBeUndefined();
    expect(await store.proofOf(db, behind('first'), at(1))).toBeUndefined();
    // Another code may be sent for an expired one, within a day.
    expect((await store.unprovenBehind(db, behind('first'), at(400)))?.id).toBe(id);
    expect(await store.unprovenBehind(db, behind('first'), at(DAY))).toBeUndefined();
    expect(await store.proveChallenge(db, id, behind('second').handle_hash, at(100))).toBe(true);
    expect(await store.proveChallenge(db, id, 'third', at(100))).toBe(false);
    expect(await store.unprovenBehind(db, behind('second'), at(101))).toBeUndefined();
    expect(await store.proofOf(db, behind('second'), at(100 + 899))).toBe(`usr ${scope.subject}`);
    expect(await store.proofOf(db, behind('second', ''), at(101))).toBeUndefined();
    expect(await store.proofOf(db, behind('second'), at(100 + 900))).toBeUndefined();
    expect(await store.useProof(db, behind('second'), at(100 + 900))).toBeUndefined();
    const used = await Promise.all([1, 2, 3].map(() => store.useProof(db, behind('second'), at(101))));
    expect(used.filter(Boolean)).toEqual([`usr ${scope.subject}`]);
    expect(await store.proofOf(db, behind('second'), at(102))).toBeUndefined();
  });

  test('what went to a subject counts for a day, whatever it was for and wherever; proven ones say so', async () => {
    const scope = scopeFor('SIGN_IN');
    const login = await ask(db, scope, { counted_for: 'login' }, 10);
    await ask(db, { ...scope, partner_key: '', purpose: 'SIGN_UP' }, { counted_for: 'sign-up' }, 20);
    const account = await ask(db, { ...scope, purpose: 'FORGET_PASSWORD' }, { counted_for: 'account' }, 30);
    await store.consume(db, login, at(31));
    await store.proveChallenge(db, account, scope.subject, at(32));
    const seen = async (seconds: number) => (await store.sentTo(db, scope.subject, at(seconds))).map(({ counted_for, used_at }) => [counted_for, used_at]);
    expect(await seen(40)).toEqual([
      ['account', at(32)],
      ['sign-up', null],
      ['login', at(31)],
    ]);
    expect(await seen(DAY + 15)).toHaveLength(2);
    expect(await store.sentTo(db, freshSubject(), at(40))).toEqual([]);
  });

  test('is forgotten after two days, a broker’s step with its five minutes', async () => {
    const [otp, step] = [await ask(db, scopeFor('SIGN_IN')), await ask(db, scopeFor('BROKER_FORM'))];
    await store.forgetChallenges(db, at(300));
    expect(await row(step)).toBeDefined();
    await store.forgetChallenges(db, at(301));
    expect([await row(otp), await row(step)]).toEqual([expect.anything(), undefined]);
    await store.forgetChallenges(db, at(2 * DAY + 1));
    expect(await row(otp)).toBeUndefined();
  });
});

/** The tables as they were before there was one: what 0010, 0011, 0015 and 0018 made. */
const OLD = [
  'identity/migrations/0010_identity',
  'identity/migrations/0011_accounts',
  'brokers/migrations/0015_broker_login',
  'identity/migrations/0018_askers',
]
  .map((name) => readFileSync(new URL(`../../${name}.sql`, import.meta.url), 'utf8').replace(/--.*/g, ''))
  .flatMap((text) => text.match(/(create table|create index|alter table) (otp_challenges|account_challenges|broker_steps)[^;]*;/g) ?? [])
  .join('\n');

test.each(await databases())('codes that were under way when the three tables became one go on (%s)', async (database) => {
  const { platform, end } = await openPlatform({ database });
  try {
    const db: IdentityDb = platform.db;
    await sql`drop table challenges`.execute(db);
    await sql`delete from kysely_migration where name = '0019_challenges'`.execute(db);
    // Databases of that time know neither releases nor checksums.
    await sql`update kysely_migration set release = null, oldest_release = null, sha256 = null`.execute(db);
    await sql.raw(OLD).execute(db);
    const times = "'2026-11-20T06:00:00Z', '2026-11-20T06:05:00Z'";
    await sql
      .raw(`
      insert into otp_challenges (id, partner_key, country_code, mobile, purpose, code_mac, sent_at, expires_at, tries, asked_device, counted_for, other_tries)
        values ('1', 'neem', '+91', '9000000004', 'SIGN_IN', 'mac 1', ${times}, 2, 'device', 'network', 3);
      insert into account_challenges (id, handle_hash, partner_key, purpose, recipient, newcomer, code_mac, sent_at, expires_at, tries, asked_device)
        values ('2', 'handle', '', 'CREATE_USER', 'asha@mail.example.com', '{"full_name":"Asha Rao"}', 'mac 2', ${times}, 1, 'device');
      insert into account_challenges (id, handle_hash, partner_key, purpose, recipient, code_mac, sent_at, expires_at, proven_at)
        values ('3', 'proof', '', 'FORGET_PASSWORD', '+919000000004', 'mac 3', ${times}, '2026-11-20T06:01:00Z');
      insert into broker_steps (id, partner_key, broker_id, client_id, device_hash, broker_session, token_hash, tries, expires_at)
        values ('4', 'agate', 44, 'AB1001', 'device', 'session', 'token', 4, '2026-11-20T06:05:00Z')`)
      .execute(db);
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
    await migrate(platform.db, rows[0]!.schema);

    const now = at(1);
    const otp = { partner_key: 'neem', purpose: 'SIGN_IN', subject: '+919000000004' } as const;
    const step = { partner_key: 'agate', purpose: 'BROKER_FORM', subject: 'broker 44 AB1001' } as const;
    expect(await store.openOf(db, otp, now)).toMatchObject([{ id: '1', code_mac: 'mac 1', tries: 2, other_tries: 3, asked_device: 'device' }]);
    expect(await store.unprovenBehind(db, { partner_key: '', handle_hash: 'handle' }, now)).toMatchObject({
      id: '2',
      subject: 'asha@mail.example.com',
      held: { newcomer: { full_name: 'Asha Rao' } },
    });
    expect(await store.unprovenBehind(db, { partner_key: '', handle_hash: 'proof' }, now)).toBeUndefined();
    expect(await store.sentTo(db, '+919000000004', now)).toHaveLength(2);
    expect(await store.openOf(db, step, now)).toMatchObject([{ id: '4', held: { broker_session: 'session', token_hash: 'token' } }]);
    expect((await store.spendTry(db, '4', now))?.tries_left).toBe(0);
  } finally {
    await end();
  }
});
