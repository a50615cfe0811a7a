import { expect, test, vi } from 'vitest';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import type { Caller } from '../platform/platform.ts';
import { featureDatabase, freshPlace, openPlatform } from '../platform/testing.ts';
import { createNotices } from './create-notices.ts';
import { crowd, followerId, happening, people } from './crowd.testing.ts';
import { noticeTables } from './tables.ts';

const HIT = ['sl_hit', -6.16];
const ENDED = ['ended', null];
const reader = followerId(0);
const ended = (id: string) =>
  happening(id, { facts: { what: 'sl_hit', call: { id: 'call_1', kind: 'equity', stock: 'TCS', term: 'shortTerm' }, result: -6.16, urgent: false } });

interface Said {
  readonly what: string;
  readonly result: number | null;
}

/** A site by a policy on data that was there: what its bell says, and in the copy of one’s data. */
async function resultsUnder(place: DatabasePlace, policy: string, told?: string): Promise<unknown[]> {
  const database = place.kind === 'postgres' ? 'postgres' : 'pglite';
  const { platform, end } = await openPlatform({ database, place, settings: { PERF_POLICY: policy } });
  try {
    platform.authenticator(async (bearer) => ({ user_id: bearer, session_id: 's', roles: [], profession: 'Retail Investor' }) as unknown as Caller);
    const identity = people(platform);
    const notices = createNotices(platform, { identity });
    notices.source(crowd(1));
    await platform.start();
    if (told) {
      await platform.transaction((tx) => notices.tell(tx, ended(told)));
      const done = () => noticeTables(platform.db).selectFrom('notice_fanouts').select('done_at').where('event_id', '=', told).executeTakeFirstOrThrow();
      await vi.waitFor(async () => expect((await done()).done_at).not.toBeNull(), { timeout: 20_000, interval: 50 });
    }
    const headers = { host: 'localhost', authorization: `Bearer ${reader}` };
    const answer = (await platform.app.inject({ url: '/base/v1/notices', headers })).json();
    const copied = (await identity.kept[0]!.of(reader)) as { facts: Said }[];
    const said = ({ what, result }: Said): unknown[] => [what, result];
    return [...answer.data.notices.map(said), ...copied.map(({ facts }) => said(facts))];
  } finally {
    await end();
  }
}

test.each(await featureDatabase())('how a call ended is told no more under a policy that shows no past calls, only that it did, on %s', async (database) => {
  const { place, remove } = await freshPlace(database);
  try {
    expect(await resultsUnder(place, 'demo', 'event-1')).toEqual([HIT, HIT]);
    expect(await resultsUnder(place, 'off')).toEqual([ENDED, ENDED]);
    expect(await resultsUnder(place, 'client_request')).toEqual([HIT, HIT]);
  } finally {
    await remove();
  }
});
