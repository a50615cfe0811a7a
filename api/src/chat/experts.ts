import type { ChatExpert } from '@vimarsh/shared/contract/chat/types.ts';
import { chatUserType } from '@vimarsh/shared/domain/chat/chat-user-type.ts';
import { ANSWERS_LEAST, AWAY_MS, EXPERT_ROOMS } from '@vimarsh/shared/domain/chat/limits.ts';
import { stillWaitsTill } from '@vimarsh/shared/domain/chat/request-rules.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { neutralOrder } from '@vimarsh/shared/domain/people/neutral-order.ts';
import type { Calls } from '../calls/index.ts';
import type { Identity } from '../identity/index.ts';
import { mayPublish } from '../identity/index.ts';
import type { AnswerTimes } from './desk/answer-times.ts';
import { hoursOf, shownAt } from './desk/hours.ts';
import { answersOf, pairsOf } from './rooms.store.ts';
import type { ChatDb } from './tables.ts';

/** An expert who has published since is an Active RA (product D.5). */
const ACTIVE_MS = 30 * 86_400_000;
const ANSWERS_MS = 90 * 86_400_000;
const MOST_LISTED = 100;

interface Parts {
  readonly db: ChatDb;
  readonly identity: Pick<Identity, 'experts' | 'lastSeen'>;
  readonly calls: Pick<Calls, 'publishedBy'>;
  readonly answerTimes: AnswerTimes;
  readonly isHere: (user_id: string) => boolean;
  /** Experts of a demo never come, and are offered all the same. */
  readonly offersAway: boolean;
  readonly clock: () => Date;
}

interface Filter {
  readonly q?: string | undefined;
  readonly profession?: string | undefined;
  readonly free?: '1' | undefined;
}

/** Experts who answer chats: those who are here first, then in the day's neutral order, so that nobody is preferred. */
export function createExpertList({ db, identity, answerTimes, calls, isHere, offersAway, clock }: Parts) {
  return async function list(user_id: string, { q, profession, free }: Filter): Promise<ChatExpert[]> {
    const now = clock();
    const words = q?.toLowerCase() ?? '';
    const candidates = (await identity.experts()).filter(
      (expert) =>
        mayPublish(expert) &&
        expert.user_id !== user_id &&
        (profession === undefined || expert.profession === profession) &&
        (words === '' || `${expert.full_name} ${expert.city} ${expert.style}`.toLowerCase().includes(words)),
    );
    const ids = candidates.map((expert) => expert.user_id);
    const [seen, answers, pairs, hours] = await Promise.all([
      offersAway ? null : identity.lastSeen(ids),
      answersOf(db, ids, new Date(now.getTime() - ANSWERS_MS)),
      pairsOf(db, user_id),
      hoursOf(db, ids),
    ]);
    const isOffered = (id: string): boolean => !seen || isHere(id) || (seen.get(id)?.getTime() ?? 0) > now.getTime() - AWAY_MS;
    const openSlots = (id: string): number => Math.max(0, EXPERT_ROOMS - (answers.get(id)?.open ?? 0));
    const offered = neutralOrder(candidates, istDay(now))
      .filter((expert) => isOffered(expert.user_id) && (free === undefined || openSlots(expert.user_id) > 0))
      .toSorted((a, b) => Number(isHere(b.user_id)) - Number(isHere(a.user_id)))
      .slice(0, MOST_LISTED);
    const times = await answerTimes(offered.map(({ user_id }) => user_id));
    return Promise.all(
      offered.map(async (expert) => {
        const { last_published_at } = await calls.publishedBy(expert.user_id);
        const is_active_ra = last_published_at !== null && new Date(last_published_at).getTime() > now.getTime() - ACTIVE_MS;
        const user_type = chatUserType({ profession: expert.profession, is_active_ra });
        const answered = answers.get(expert.user_id);
        const room = pairs.get(expert.user_id);
        return {
          user_id: expert.user_id,
          full_name: expert.full_name,
          profession: expert.profession,
          picture: expert.picture,
          city: expert.city,
          verified: expert.verified,
          reg_no: expert.reg_no,
          style: expert.style,
          user_type: user_type === 'Active RA' ? user_type : 'Non Active RA',
          online: isHere(expert.user_id),
          open_slots: openSlots(expert.user_id),
          answers: answered?.answers ?? 0,
          answer_minutes: answered && answered.answers >= ANSWERS_LEAST ? answered.minutes : null,
          answer_time: times.get(expert.user_id),
          desk: shownAt(hours.get(expert.user_id), now),
          room: room ? { title: room.id, status_str: room.status, again_at: stillWaitsTill(room, now) } : null,
        };
      }),
    );
  };
}
