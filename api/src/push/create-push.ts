import { readPush, registerPush, removePush, requestToken } from '@vimarsh/shared/contract/push/routes.ts';
import { type Database, Fail, type Platform, refuseField } from '../platform/platform.ts';
import { deviceName } from '../platform/text/device-name.ts';
import { ulid } from '../platform/text/id.ts';
import type { PushCarrier } from './carrier.ts';
import { fcmCarrier } from './fcm.carrier.ts';
import { openPushKey } from './key-pair.ts';
import { devicesOf, keepDevice, pushTables } from './push.store.ts';
import { vapidCarrier } from './vapid.carrier.ts';

/** What other features may do with people's devices. */
export interface Push {
  /** How many devices of a person take messages. */
  devices(db: Database, user_id: string): Promise<number>;
  /** Sends a message to every device of a person after the commit. A lock screen may show it: no names, no levels, no results. `url`: a path of ours. */
  send(tx: Database, user_id: string, message: { title: string; body: string; url: string }): Promise<void>;
  /** Sessions were ended: by signing out, by the owner from elsewhere, for safety. Their devices take nothing any more. */
  sessionsEnded(tx: Database, session_ids: readonly string[]): Promise<void>;
  /** All sessions of a person were ended, but `keep` where one is: no device takes anything any more but what that one registered. */
  allSessionsEnded(tx: Database, user_id: string, keep?: string): Promise<void>;
  /** What is kept of a person's devices, for the copy of their data. */
  of(user_id: string): Promise<unknown>;
  erase(tx: Database, user_id: string): Promise<void>;
}

const HOURLY = { max: 30, perSeconds: 3600 };

/** Messages to browsers that were told to take them. By their own push services with a key of ours, or by Firebase where FCM is set. */
export async function createPush(platform: Platform, clock: () => Date = () => new Date()): Promise<Push> {
  const db = pushTables(platform.db);
  const carrier = await carrierOf(platform, clock);

  if (carrier)
    platform.outbox.carry('push', async ({ to, subject, text, link }) => {
      const device = await db.selectFrom('push_devices').select(['id', 'registration_id']).where('id', '=', to).executeTakeFirst();
      if (!device) return;
      // Registered while messages went another way.
      const known = carrier.addressOf(device.registration_id) !== null;
      const delivery = known ? await carrier.deliver(device.registration_id, { title: subject, body: text, url: link }) : 'gone';
      // Unless the browser registered anew meanwhile.
      if (delivery === 'gone') await db.deleteFrom('push_devices').where('id', '=', to).where('registration_id', '=', device.registration_id).execute();
    });

  platform.on(readPush, async (_input, { caller }) => ({
    service: carrier && { key: carrier.key },
    devices: (await devicesOf(db, caller!.user_id)).map(({ id, user_agent, since, session_id }) => ({
      id,
      device: deviceName(user_agent),
      since: since.toISOString(),
      current: session_id === caller!.session_id,
    })),
  }));

  platform.on(requestToken, async ({ body }) => ({ registration_id: await offered(carrier).token(body) }), { limit: HOURLY });

  platform.on(
    registerPush,
    async ({ body: { user, registration_id } }, { caller, userAgent }) => {
      const { user_id, session_id } = caller!;
      if (user !== user_id) refuseField('user', 'This is not your account.');
      const { addressOf, isSame } = offered(carrier);
      const refuse = () => refuseField('registration_id', 'Messages can’t be sent to this device.');
      const address = addressOf(registration_id) ?? refuse();
      const row = { id: ulid(), user_id, session_id, registration_id, address, user_agent: userAgent.slice(0, 300), since: clock() };
      const isKept = await platform.transaction((tx) => keepDevice(tx, row, isSame));
      if (!isKept) refuse();
      return {};
    },
    { limit: HOURLY },
  );

  platform.on(removePush, async ({ body: { id } }, { caller }) => {
    await db.deleteFrom('push_devices').where('id', '=', id).where('user_id', '=', caller!.user_id).execute();
    return {};
  });

  return {
    devices: async (tx, user_id) => (carrier ? (await devicesOf(tx, user_id)).length : 0),
    async send(tx, user_id, { title, body, url }) {
      for (const { id } of await devicesOf(tx, user_id))
        await platform.outbox.send(tx, { channel: 'push', to: id, subject: title, text: body, link: url, notice: true });
    },
    async sessionsEnded(tx, session_ids) {
      if (session_ids.length > 0) await pushTables(tx).deleteFrom('push_devices').where('session_id', 'in', session_ids).execute();
    },
    async allSessionsEnded(tx, user_id, keep = '') {
      await pushTables(tx).deleteFrom('push_devices').where('user_id', '=', user_id).where('session_id', '!=', keep).execute();
    },
    of: (user_id) => devicesOf(db, user_id),
    erase: async (tx, user_id) => void (await pushTables(tx).deleteFrom('push_devices').where('user_id', '=', user_id).execute()),
  };

  function offered(one: PushCarrier | null): PushCarrier {
    if (!one) throw new Fail('RETRY', { validation: 'Messages to devices are switched off here.' });
    return one;
  }
}

async function carrierOf({ config, db }: Platform, clock: () => Date): Promise<PushCarrier | null> {
  if (config.PUSH === 'off') return null;
  if (config.FCM) return fcmCarrier({ setting: config.FCM, config, clock });
  return vapidCarrier({ key: await openPushKey(db, config), config, clock });
}
