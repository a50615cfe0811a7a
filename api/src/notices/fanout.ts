import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { NoticeChannel } from '@vimarsh/shared/contract/consents/types.ts';
import { nextDailyMail } from '@vimarsh/shared/domain/notices/daily-mail.ts';
import { quietUntil } from '@vimarsh/shared/domain/notices/quiet-hours.ts';
import { give, happeningOf, holdFanout, type NoticeReader, openFanout } from './fanout.store.ts';
import { mayHear } from './may-hear.ts';
import { lotsOf, partOrder, partsFor, shuffled } from './order.ts';
import { dailyReadersOf, mutersOf, quietHoursOf } from './settings.store.ts';
import type { Happening, NoticeLetter, TellingDependencies } from './source.ts';
import { type FanoutRow, type NoticeDatabase, type NoticeEventRow, noticeTables } from './tables.ts';

/** Followers looked at in one transaction. */
export const PAGE = 500;
/** After this the next telling has its turn: an expert with a million followers holds up nobody else's. */
const TURN_MS = 3_000;

export interface FanoutDependencies extends TellingDependencies {
  readonly page?: number;
}

/** What one page is to do. */
interface Plan {
  readonly readers: readonly NoticeReader[];
  /** For whom the hours are quiet now, and until when. */
  readonly quiet: ReadonlyMap<string, Date>;
  /** Who wants its mail with those of the day. */
  readonly daily: ReadonlySet<string>;
  readonly letter: NoticeLetter | null;
  readonly next: Pick<FanoutRow, 'parts' | 'part' | 'after_lot' | 'after_user'>;
}

const NOBODY = { readers: [], quiet: new Map(), daily: new Set<string>(), letter: null } as const;

/**
 * Tells what happened to all who may read it, page by page: each page is one short transaction that gives notices, letters and the place
 * where the next begins, so that whoever ends at any instant has told nobody twice and nobody is missed. The order is drawn for each.
 */
export class Fanout {
  readonly #parts: FanoutDependencies;

  constructor(parts: FanoutDependencies) {
    this.#parts = parts;
  }

  /** Goes on with a telling for a while. Returns whether it is done. */
  async run(event_id: string): Promise<boolean> {
    const until = performance.now() + TURN_MS;
    do {
      const began = performance.now();
      if (await this.page(event_id)) return true;
      // Half of the time belongs to requests: the embedded database does one thing at a time.
      await wait(performance.now() - began);
    } while (performance.now() < until);
    return false;
  }

  /** Tells one page. Returns whether everybody has been told. */
  async page(event_id: string): Promise<boolean> {
    const open = await openFanout(this.#parts.platform.db, event_id);
    if (!open) return true;
    const { at, event } = open;
    const plan = await this.#plan(event, at);
    await nextTurn();
    const told = await this.#parts.platform.transaction(async (tx: NoticeDatabase) => {
      if (!(await holdFanout(tx, at))) return [];
      const now = this.#parts.clock();
      const got = new Set(await give(tx, event_id, plan.readers, now));
      const hear = plan.readers.filter(({ user_id, muted }) => got.has(user_id) && !muted).map(({ user_id }) => user_id);
      if (plan.letter && hear.length > 0) await this.#send(tx, event_id, hear, plan.letter, plan, now);
      const done_at = plan.next.part >= plan.next.parts ? now : null;
      await tx
        .updateTable('notice_fanouts')
        .set((eb) => ({ ...plan.next, told: eb('told', '+', got.size), touched_at: now, done_at }))
        .where('event_id', '=', event_id)
        .execute();
      return hear;
    });
    this.#parts.platform.realtime.toUsers(told, 'notice:new', {});
    return plan.next.part >= plan.next.parts;
  }

  /** Sends what may go now, by identity/consents/notify.ts; the rest waits for the end of quiet hours (waiting.ts), or for the mail of the day (daily-mail.ts). */
  async #send(tx: NoticeDatabase, event_id: string, hear: readonly string[], letter: NoticeLetter, { quiet, daily }: Plan, now: Date): Promise<void> {
    const { kind, only, ...text } = letter;
    const hold = (user_id: string, channel: NoticeChannel): boolean => (channel === 'mail' ? daily : quiet).has(user_id);
    const held = await this.#parts.identity.notify(tx, kind, hear, text, { ...(only && { only }), hold });
    const idsOf = (isMail: boolean): string[] => [...new Set(held.flatMap(({ user_id, channel }) => ((channel === 'mail') === isMail ? [user_id] : [])))];
    const waiting = idsOf(false).map((user_id) => ({ user_id, event_id, until: quiet.get(user_id)! }));
    if (waiting.length > 0) await tx.insertInto('notice_waiting').values(waiting).execute();
    const mails = idsOf(true).map((user_id) => ({ user_id, event_id, due_at: nextDailyMail(now) }));
    if (mails.length > 0) await tx.insertInto('notice_mail_waiting').values(mails).execute();
  }

  /** Reads everything a page needs before its transaction, which is short then. */
  async #plan(event: NoticeEventRow, at: FanoutRow): Promise<Plan> {
    const { platform, sourceOf, clock, page = PAGE } = this.#parts;
    const db = noticeTables(platform.db);
    const happening = happeningOf(event);
    const source = sourceOf(event.source);
    const parts = at.parts || partsFor(await source.countFollowers(happening), page);
    const lots = lotsOf(this.#order(at, parts)[at.part]!, parts);
    const followers = await source.followers(happening, lots, { lot: at.after_lot, user_id: at.after_user }, page, event.recorded_at);
    const last = followers.at(-1);
    const next =
      followers.length === page && last
        ? { parts, part: at.part, after_lot: last.lot, after_user: last.user_id }
        : { parts, part: at.part + 1, after_lot: -1, after_user: '' };
    if (!last) return { ...NOBODY, next };
    const ids = followers.map(({ user_id }) => user_id);
    const may = await mayHear(db, source, event, ids);
    const told = shuffled(
      ids.filter((user_id) => may.has(user_id)),
      at.draw + at.part,
    );
    if (told.length === 0) return { ...NOBODY, next };
    const muted = await mutersOf(db, event.expert_id, told);
    const readers = told.map((user_id, index) => ({ user_id, muted: muted.has(user_id), place: at.told + index + 1 }));
    const letter = await source.letter(happening);
    const daily = letter?.daily ? await dailyReadersOf(db, told) : NOBODY.daily;
    return { readers, quiet: await this.#quiet(happening, told, clock()), daily, letter, next };
  }

  async #quiet({ facts }: Happening, user_ids: readonly string[], now: Date): Promise<Map<string, Date>> {
    if (facts.urgent) return new Map();
    const hours = await quietHoursOf(this.#parts.platform.db, user_ids);
    return new Map(
      user_ids.flatMap((user_id) => {
        const until = quietUntil(hours(user_id), now);
        return until ? [[user_id, until] as const] : [];
      }),
    );
  }

  #drawn: { readonly key: string; readonly order: readonly number[] } = { key: '', order: [] };

  #order({ event_id, draw }: FanoutRow, parts: number): readonly number[] {
    const key = `${event_id} ${parts}`;
    if (this.#drawn.key !== key) this.#drawn = { key, order: partOrder(parts, draw) };
    return this.#drawn.order;
  }
}
