import type { OwedPostMortem, PostMortems } from '@vimarsh/shared/contract/calls/post-mortems.ts';
import {
  countPostMortems,
  type EndedCall,
  POST_MORTEM_SESSIONS,
  POST_MORTEM_SINCE,
  postMortemBy,
  postMortemOf,
} from '@vimarsh/shared/domain/calls/post-mortem.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { CallReader, CallsOfKind, StoppedCall } from '../kind.ts';
import type { SharedAnswers } from './changes/shared-answers.ts';

/** How many owed ones an author is told by name. */
const LISTED = 50;

const endOf = ({ ended_on, post_mortem_on }: StoppedCall): EndedCall => ({ status: 'sl_hit', ended_on, post_mortem_on });

/** What authors owe for calls that hit their stop-loss, over all kinds of call. */
export class PostMortemDesk {
  readonly #kinds: ReadonlyMap<string, CallsOfKind>;
  readonly #answers: SharedAnswers;
  readonly #now: () => Date;

  constructor(kinds: ReadonlyMap<string, CallsOfKind>, answers: SharedAnswers, now: () => Date) {
    this.#kinds = kinds;
    this.#answers = answers;
    this.#now = now;
  }

  /** How an expert answers for stopped calls, of those the asker may read. An expert who isn't one has none. */
  async counts(user_id: string, asker: CallReader): Promise<PostMortems> {
    const now = this.#now();
    const today = istDay(now);
    const readable = this.#answering().map((kind) => kind.readable!(asker, user_id));
    // An author is told their own counts also where those of others are not shown.
    const own = asker.caller?.user_id === user_id ? 'own' : 'of another';
    const counts = await this.#answers.of({
      key: `post-mortems ${own} ${today} ${user_id} ${readable.map(({ key }) => key).join(', ')}`,
      concerns: (change) => readable.some((each) => each.has(change)),
      compute: async () => {
        const stopped = await this.#stopped(user_id, asker);
        const calls = [...stopped.values()].flat().map(endOf);
        // One kind that is not shown hides the sum: half of it would be another number.
        return { value: stopped.size < this.#answering().length ? null : countPostMortems(calls, today) };
      },
    });
    return { user_id, counts, sessions: POST_MORTEM_SESSIONS, since: POST_MORTEM_SINCE, as_of: now.toISOString() };
  }

  /** The author's own, to be written. */
  async owed(asker: CallReader): Promise<{ items: OwedPostMortem[]; total: number; as_of: string }> {
    const now = this.#now();
    const today = istDay(now);
    const stopped = await this.#stopped(asker.caller!.user_id, asker);
    const owed = [...stopped].flatMap(([segment, calls]) =>
      calls.flatMap((call) => {
        const stands = postMortemOf(endOf(call), today);
        if (stands !== 'due' && stands !== 'missing') return [];
        const { id, stock, what, ended_at, ended_on } = call;
        const item = { id, stock, what, ended_at: ended_at.toISOString(), due_by: postMortemBy(ended_on), missing: stands === 'missing' };
        return [{ ...item, segment: segment as OwedPostMortem['segment'] }];
      }),
    );
    return { items: owed.toSorted(firstToWrite).slice(0, LISTED), total: owed.length, as_of: now.toISOString() };
  }

  #answering(): CallsOfKind[] {
    return [...this.#kinds.values()].filter(({ stopped }) => stopped);
  }

  /** By the names of their kinds; those whose ended calls the asker is not shown are absent. */
  async #stopped(expert_id: string, asker: CallReader): Promise<Map<string, StoppedCall[]>> {
    const read = this.#answering().map(async (each) => [each.kind.name, await each.stopped!(expert_id, POST_MORTEM_SINCE, asker)] as const);
    return new Map((await Promise.all(read)).flatMap(([name, calls]) => (calls ? [[name, calls] as const] : [])));
  }
}

/** What can still be in time, by its day; then what is missing, the newest first. */
function firstToWrite(one: OwedPostMortem, other: OwedPostMortem): number {
  if (one.missing !== other.missing) return one.missing ? 1 : -1;
  const [a, b] = one.missing ? [other, one] : [one, other];
  return a.due_by === b.due_by ? (one.id < other.id ? -1 : 1) : a.due_by < b.due_by ? -1 : 1;
}
