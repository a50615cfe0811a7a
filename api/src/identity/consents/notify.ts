import { NOTICE_CHANNELS, type NoticeKind } from '@vimarsh/shared/contract/consents/types.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { isOnByDefault } from '@vimarsh/shared/domain/people/notifications.ts';
import type { Partners } from '../../partners/index.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import type { Db } from '../accounts/account.store.ts';
import { addressOn } from './notification.store.ts';

/** A message of one kind; `site` is the name under which its reader knows us. */
export interface NoticeText {
  subject: string;
  text: (site: string) => string;
}

/** Sends a message to those of these people who want its kind, on the channels they chose and have a proven address for. */
export type Notify = (tx: Database, kind: NoticeKind, user_ids: readonly string[], notice: NoticeText) => Promise<void>;

export function createNotify(platform: Platform, partners: Partners): Notify {
  return async (any, kind, user_ids, { subject, text }) => {
    if (user_ids.length === 0) return;
    const tx = any as Db;
    const people = await tx
      .selectFrom('users')
      .select(['id', 'partner_key', 'email', 'email_verified', 'country_code', 'mobile', 'mobile_verified'])
      .where('id', 'in', user_ids)
      .where('status', '=', 'active')
      .orderBy('id')
      .execute();
    const chosen = await tx
      .selectFrom('notification_choices')
      .select(['user_id', 'channel', 'is_on'])
      .where('kind', '=', kind)
      .where('user_id', 'in', user_ids)
      .execute();
    const choices = new Map(chosen.map(({ user_id, channel, is_on }) => [`${user_id} ${channel}`, is_on]));
    for (const person of people) {
      const site = partners.byKey(person.partner_key)?.utm_source ?? BRAND_TITLE;
      for (const channel of NOTICE_CHANNELS) {
        const to = addressOn(channel, person);
        if (to && (choices.get(`${person.id} ${channel}`) ?? isOnByDefault(kind, channel)))
          await platform.outbox.send(any, { channel, to, subject, text: text(site), notice: true });
      }
    }
  };
}
