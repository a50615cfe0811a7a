import { type OwnHours, readExpertHours, readOwnHours, type ShownHours, saveOwnHours } from '@vimarsh/shared/contract/chat/hours.ts';
import { shownHoursAt } from '@vimarsh/shared/domain/chat/hours.ts';
import { type Identity, mayPublish } from '../../identity/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { CheckText } from '../check-text.ts';
import { type ChatDb, chatTables, type HoursRow } from '../tables.ts';
import { refuseBlocked } from '../writing.ts';

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'on'>;
  readonly identity: Pick<Identity, 'expert'>;
  readonly checkText: CheckText;
  readonly clock: () => Date;
}

/** Every change stands in the record of what was said. */
const SAVES = { max: 30, perSeconds: 3600 } as const;
const NONE: OwnHours = { hours: null, away: false, note: '' };

const own = ({ hours, away, note }: HoursRow): OwnHours => ({ hours, away, note });

export async function hoursOf(db: ChatDb, expert_ids: readonly string[]): Promise<Map<string, OwnHours>> {
  if (expert_ids.length === 0) return new Map();
  const rows = await db.selectFrom('chat_hours').selectAll().where('expert_id', 'in', expert_ids).execute();
  return new Map(rows.map((row) => [row.expert_id, own(row)]));
}

export const shownAt = (hours: OwnHours | undefined, now: Date): ShownHours => shownHoursAt(hours ?? NONE, now);

async function storeHours(db: ChatDb, expert_id: string, { hours, away, note }: OwnHours, changed_at: Date): Promise<void> {
  const row = { hours: hours && (JSON.stringify(hours) as never), away, note, changed_at };
  await db
    .insertInto('chat_hours')
    .values({ expert_id, ...row })
    .onConflict((conflict) => conflict.column('expert_id').doUpdateSet(row))
    .execute();
}

/** The note goes with the account; the record of what investors read stays, as with messages. */
export async function forgetHours(tx: ChatDb, expert_id: string, now: Date): Promise<void> {
  if ((await hoursOf(tx, [expert_id])).size > 0) await storeHours(tx, expert_id, NONE, now);
}

/** Hours and the note of who is away: shown beside a request and a chat, and never sent as a message. */
export function serveHours({ platform, identity, checkText, clock }: Parts): void {
  const db = chatTables(platform.db);
  const ownOf = async (user_id: string): Promise<OwnHours> => (await hoursOf(db, [user_id])).get(user_id) ?? NONE;

  platform.on(readOwnHours, (_input, { caller }) => ownOf(caller!.user_id));
  platform.on(
    saveOwnHours,
    async ({ body }, { caller }) => {
      const { user_id } = caller!;
      await refuseBlocked(db, checkText, 'expert', { sender_id: user_id, client_msg_id: ulid(), room_id: '', body: body.note, at: clock() });
      await storeHours(db, user_id, body, clock());
      return ownOf(user_id);
    },
    { limit: SAVES },
  );
  platform.on(readExpertHours, async ({ params: { expert } }) => {
    const record = await identity.expert(expert);
    if (!record || !mayPublish(record)) throw new Fail('NOT_FOUND');
    return shownAt(await ownOf(expert), clock());
  });
}
