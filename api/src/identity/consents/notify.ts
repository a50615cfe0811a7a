import { NOTICE_CHANNELS, type NoticeChannel, type NoticeKind } from '@vimarsh/shared/contract/consents/types.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { isOnByDefault } from '@vimarsh/shared/domain/people/notifications.ts';
import type { Partners } from '../../partners/index.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import type { Push } from '../../push/index.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { addressOn } from './notification.store.ts';

/** A message of one kind; `site` is the name under which its reader knows us. */
export interface NoticeText {
  subject: string;
  text: (site: string) => string;
  /** A path of ours where it is read. */
  path: string;
}

/** What a device shows, also while it is locked: what it is about and nothing else. */
export const ON_DEVICES: Readonly<Record<NoticeKind, string>> = {
  documents: 'There is news about your documents.',
  alerts: 'An alert that you set has fired.',
  chats: 'There is news in your chats.',
  new_calls: 'A new call from an expert you follow.',
  ended_calls: 'A call of an expert you follow has ended.',
};

export interface NotifyOptions {
  /** Only on these channels; on all of them by default. */
  readonly only?: readonly NoticeChannel[];
  /** What is not to go this way now: a device is to be left alone, or a mail comes later. */
  readonly hold?: (user_id: string, channel: NoticeChannel) => boolean;
}

/** A message that would have gone, and was held back. */
export interface HeldNotice {
  readonly user_id: string;
  readonly channel: NoticeChannel;
}

/**
 * Sends a message to those of these people who want its kind, on the channels they chose and have a proven address for, in their order.
 * Returns what was held back.
 */
export type Notify = (tx: Database, kind: NoticeKind, user_ids: readonly string[], notice: NoticeText, options?: NotifyOptions) => Promise<HeldNotice[]>;

/** PostgreSQL takes 65,535 values with one question, and an expert may have more followers. */
const AT_ONCE = 1000;

export function createNotify(platform: Platform, partners: Partners, push: Push): Notify {
  return async (tx, kind, user_ids, notice, options = {}) => {
    const held: HeldNotice[] = [];
    for (let at = 0; at < user_ids.length; at += AT_ONCE) held.push(...(await notifySome(tx, kind, user_ids.slice(at, at + AT_ONCE), notice, options)));
    return held;
  };

  async function notifySome(
    tx: IdentityDb,
    kind: NoticeKind,
    user_ids: readonly string[],
    { subject, text, path }: NoticeText,
    { only = NOTICE_CHANNELS, hold = () => false }: NotifyOptions,
  ): Promise<HeldNotice[]> {
    const found = await tx
      .selectFrom('users')
      .select(['id', 'partner_key', 'email', 'email_verified', 'country_code', 'mobile', 'mobile_verified'])
      .where('id', 'in', user_ids)
      .where('status', '=', 'active')
      .execute();
    const byId = new Map(found.map((person) => [person.id, person]));
    const people = user_ids.flatMap((id) => byId.get(id) ?? []);
    const held: HeldNotice[] = [];
    const chosen = await tx
      .selectFrom('notification_choices')
      .select(['user_id', 'channel', 'is_on'])
      .where('kind', '=', kind)
      .where('user_id', 'in', user_ids)
      .execute();
    const choices = new Map(chosen.map(({ user_id, channel, is_on }) => [`${user_id} ${channel}`, is_on]));
    for (const person of people) {
      const site = partners.byKey(person.partner_key)?.utm_source ?? BRAND_TITLE;
      for (const channel of only) {
        if (!(choices.get(`${person.id} ${channel}`) ?? isOnByDefault(kind, channel))) continue;
        if (hold(person.id, channel)) held.push({ user_id: person.id, channel });
        else if (channel === 'push') await push.send(tx, person.id, { title: site, body: ON_DEVICES[kind], url: path });
        else {
          const to = addressOn(channel, person);
          if (to) await platform.outbox.send(tx, { channel, to, subject, text: text(site), notice: true });
        }
      }
    }
    return held;
  }
}
