import { readAnswerTime } from '@vimarsh/shared/contract/chat/answer-time.ts';
import type { AnswerTime } from '@vimarsh/shared/contract/chat/answer-time-types.ts';
import { FIRST_ANSWERS_MS, firstAnswers, medianAnswer, type RoomMoment } from '@vimarsh/shared/domain/chat/first-answers.ts';
import { ROOM_MS } from '@vimarsh/shared/domain/chat/limits.ts';
import { sql } from 'kysely';
import { type Identity, mayPublish } from '../../identity/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { ChatDb } from '../tables.ts';

/** How long a computed figure is told again, ms. */
const FRESH_MS = 10 * 60_000;
/** Experts whose figures lie in memory. */
const MOST_KEPT = 2000;

/**
 * Writers in the rooms of these experts, only where the writer changes: a text behind one's own begins and ends no turn.
 * A withdrawn text neither asks nor answers.
 */
async function momentsOf(db: ChatDb, expert_ids: readonly string[], since: Date): Promise<Map<string, RoomMoment[]>> {
  const { rows } = await sql<{ expert_id: string; room: string; by: RoomMoment['by']; at: Date }>`
    select expert_id, room, by, at from (
      select t.*, lag(t.by) over (partition by t.room order by t.seq) as previous from (
        select r.expert_id, m.room_id as room, m.seq, m.at,
            case when m.kind = 'state' then 'end' when m.sender_id = r.expert_id then 'expert' else 'investor' end as by
          from chat_rooms r join chat_messages m on m.room_id = r.id
          where r.expert_id = any(${expert_ids}) and r.last_at >= ${since} and m.at >= ${new Date(since.getTime() - ROOM_MS)}
            and (m.kind in ('request', 'message') or (m.kind = 'state' and m.status_str <> 'Active'))
            and not exists (select 1 from chat_messages w where w.room_id = m.room_id and w.kind = 'withdrawal' and w.target = m.seq)) t) s
      where previous is distinct from by order by expert_id, room, s.seq`.execute(db);
  return Map.groupBy(rows, ({ expert_id }) => expert_id);
}

export type AnswerTimes = (expert_ids: readonly string[]) => Promise<Map<string, AnswerTime>>;

/**
 * How soon experts answer, from the record of messages; told again for some minutes, since everybody may ask. Who asks while a figure is computed
 * waits for that one; a failure is not told again.
 */
export function createAnswerTimes(db: ChatDb, clock: () => Date): AnswerTimes {
  const kept = new Map<string, { readonly begun: number; readonly time: Promise<AnswerTime> }>();

  async function compute(expert_ids: readonly string[], now: Date): Promise<Map<string, AnswerTime>> {
    const since = new Date(now.getTime() - FIRST_ANSWERS_MS);
    const moments = await momentsOf(db, expert_ids, since);
    return new Map(
      expert_ids.map((id) => {
        const minutes = firstAnswers(moments.get(id) ?? [], since);
        return [id, { minutes: medianAnswer(minutes), answers: minutes.length, as_of: now.toISOString() }];
      }),
    );
  }

  return async (expert_ids) => {
    const now = clock();
    const stale = [...new Set(expert_ids)].filter((id) => now.getTime() - (kept.get(id)?.begun ?? 0) >= FRESH_MS);
    const times = new Map(expert_ids.flatMap((id) => (kept.has(id) ? [[id, kept.get(id)!.time] as const] : [])));
    if (stale.length > 0) {
      if (kept.size + stale.length > MOST_KEPT) kept.clear();
      const computed = compute(stale, now);
      for (const id of stale) {
        const time = computed.then((found) => found.get(id)!);
        times.set(id, time);
        kept.set(id, { begun: now.getTime(), time });
        time.catch(() => kept.get(id)?.time === time && kept.delete(id));
      }
    }
    return new Map(await Promise.all([...times].map(async ([id, time]) => [id, await time] as const)));
  };
}

export function serveAnswerTimes(platform: Pick<Platform, 'on'>, identity: Pick<Identity, 'expert'>, times: AnswerTimes): void {
  platform.on(readAnswerTime, async ({ params: { expert } }) => {
    const record = await identity.expert(expert);
    if (!record || !mayPublish(record)) throw new Fail('NOT_FOUND');
    return (await times([expert])).get(expert)!;
  });
}
