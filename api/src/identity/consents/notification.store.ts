import { NOTICE_KINDS, type NoticeChannel, type NoticeKind } from '@vimarsh/shared/contract/consents/types.ts';
import { isOnByDefault, NOTICES } from '@vimarsh/shared/domain/people/notifications.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import type { User } from '../identity.tables.ts';

export interface Choice {
  kind: NoticeKind;
  channel: NoticeChannel;
  on: boolean;
}

type Addresses = Pick<User, 'email' | 'email_verified' | 'country_code' | 'mobile' | 'mobile_verified'>;

/** Where a channel reaches somebody; '' when no address of theirs is proven. */
export function addressOn(channel: Exclude<NoticeChannel, 'push'>, { email, email_verified, country_code, mobile, mobile_verified }: Addresses): string {
  if (channel === 'mail') return email_verified ? email : '';
  return mobile_verified && mobile ? `${country_code}${mobile}` : '';
}

/** Every kind on every channel it can go, in the order they are shown. */
export async function choicesOf(db: IdentityDb, user_id: string): Promise<Choice[]> {
  const rows = await db.selectFrom('notification_choices').select(['kind', 'channel', 'is_on']).where('user_id', '=', user_id).execute();
  return NOTICE_KINDS.flatMap((kind) =>
    NOTICES[kind].channels.map((channel) => ({
      kind,
      channel,
      on: rows.find((row) => row.kind === kind && row.channel === channel)?.is_on ?? isOnByDefault(kind, channel),
    })),
  );
}

export async function storeChoice(tx: IdentityDb, user_id: string, { kind, channel, on }: Choice, now: Date): Promise<void> {
  await tx
    .insertInto('notification_choices')
    .values({ user_id, kind, channel, is_on: on, changed_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'channel']).doUpdateSet({ is_on: on, changed_at: now }))
    .execute();
}

/** Switches off every message about research. */
export async function switchResearchOff(tx: IdentityDb, user_id: string, now: Date): Promise<void> {
  const kinds = NOTICE_KINDS.filter((kind) => NOTICES[kind].research);
  await tx.updateTable('notification_choices').set({ is_on: false, changed_at: now }).where('user_id', '=', user_id).where('kind', 'in', kinds).execute();
}

export const wantsResearch = (choices: readonly Choice[]): boolean => choices.some(({ kind, on }) => on && NOTICES[kind].research);
