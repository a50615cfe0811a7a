import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../platform/testing.ts';
import { DAY } from '../clock.ts';
import { givePan, openSite, type Site, signInBody } from '../site.testing.ts';

describe.each(await databases())('open sockets on %s', (kind) => {
  let site: Site;
  let port: number;
  beforeAll(async () => {
    site = await openSite(kind);
    await site.platform.start();
    port = await site.platform.listen(0);
  });
  afterAll(() => site.close());

  const open = async (email: string): Promise<{ socket: Socket; user_id: string; bearer: string; ended: Promise<unknown> }> => {
    const { body } = await site.browser().post('/auth/v1/sign_in', signInBody(email));
    const bearer = body.data.token as string;
    const socket = io(`http://localhost:${port}`, { transports: ['websocket'], reconnection: false, forceNew: true, auth: { token: bearer } });
    await new Promise<void>((done, fail) => socket.once('connect', done).once('connect_error', fail));
    return { socket, user_id: body.user_id, bearer, ended: new Promise((done) => socket.once('session:ended', done)) };
  };

  test('every open socket of somebody hears by a plan and by their PAN at once, in the same session', async () => {
    const tabs = [await open('free@mail.example.com'), await open('free@mail.example.com')];
    const { user_id, bearer } = tabs[0]!;
    const gates = () => {
      const seen: unknown[] = [];
      site.platform.realtime.broadcast('call:changed', ({ caller }) => {
        if (caller?.user_id === user_id) seen.push([caller.plan, caller.kyc_gate]);
        return [];
      });
      return seen;
    };
    const [starts_at, ends_at] = [site.clock.now, new Date(site.clock.now.getTime() + DAY)];
    const plan = { id: 'sub_waits', user_id, plan_name: 'Premium' as const, kyc_gate: true, starts_at, ends_at };
    await site.platform.transaction((tx) => site.identity.plans.give(tx, plan));
    site.identity.plans.changed(user_id);
    const waits = ['Premium', { open: null }];
    await expect.poll(gates).toEqual([waits, waits]);
    await givePan(site.browser(), bearer);
    await expect.poll(gates).toEqual([
      ['Premium', null],
      ['Premium', null],
    ]);
    for (const { socket } of tabs) socket.disconnect();
  });

  test('a socket hears by the plan of now, and is cut when its session runs out by itself or its account is closed', async () => {
    const [one, other] = [await open('admin@vimarsh.example.com'), await open('sana@experts.example.com')];
    const plans = new Map<string, unknown>();
    const readPlans = () =>
      site.platform.realtime.broadcast('call:changed', ({ caller }) => {
        if (caller) plans.set(caller.user_id, caller.plan);
        return [];
      });
    readPlans();
    const before = plans.get(other.user_id);
    await site.db
      .insertInto('subscriptions')
      .values({
        id: 'sub_test',
        user_id: other.user_id,
        plan_name: 'Pro',
        source: 'direct',
        starts_at: site.clock.now,
        ends_at: new Date(site.clock.now.getTime() + 300 * DAY),
      })
      .execute();
    await site.platform.realtime.look();
    readPlans();
    expect([before, plans.get(other.user_id)]).toEqual([null, 'Pro']);

    await site.db.updateTable('users').set({ status: 'closed' }).where('id', '=', other.user_id).execute();
    await site.platform.realtime.look();
    expect(await other.ended).toEqual({ reason: 'ended' });
    expect(one.socket.connected).toBe(true);

    site.clock.forward(200 * DAY);
    await site.platform.realtime.look();
    expect(await one.ended).toEqual({ reason: 'ended' });
    await expect.poll(() => [one.socket.connected, other.socket.connected]).toEqual([false, false]);
  });
});
