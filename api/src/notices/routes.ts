import {
  countNotices,
  listNotices,
  muteExpert,
  readNotice,
  readNoticeSettings,
  readNotices,
  setDailyMail,
  setQuietHours,
} from '@vimarsh/shared/contract/notices/routes.ts';
import type { CallNotice, Notice, NoticeSettings } from '@vimarsh/shared/contract/notices/types.ts';
import { expertNames, GONE, type Identity } from '../identity/index.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { type BoxRow, countBox, listBox, markAllRead, markRead } from './box.store.ts';
import { dailyReadersOf, mutedBy, quietHoursOf, setDaily, setMute, setQuiet } from './settings.store.ts';
import { shownFacts } from './shown-facts.ts';
import type { AccountFacts, AlertFacts, CallFacts, ChatFacts, Facts, NoticeSource } from './source.ts';
import { noticeTables } from './tables.ts';

interface Dependencies {
  readonly identity: Pick<Identity, 'expert' | 'contactsOf'>;
  readonly clock: () => Date;
  /** What followers have made of calls that ended, by their ids. */
  readonly made: NonNullable<NoticeSource['made']>;
}

/** A person's own notices, and what they want to hear. */
export function serveNotices(platform: Platform, { identity, clock, made }: Dependencies): void {
  const db = noticeTables(platform.db);
  const allowed = shownFacts(platform.config.policy);

  async function named(ids: readonly string[]): Promise<(user_id: string) => { user_id: string; full_name: string }> {
    const names = await expertNames(identity, ids);
    return (user_id) => ({ user_id, full_name: names.get(user_id)! });
  }

  async function settings(user_id: string): Promise<NoticeSettings> {
    const quiet = (await quietHoursOf(db, [user_id]))(user_id);
    const muted = await mutedBy(db, user_id);
    const daily_mail = (await dailyReadersOf(db, [user_id])).has(user_id);
    return { quiet, daily_mail, muted: muted.map(await named(muted)) };
  }

  platform.on(listNotices, async ({ query }, { caller }) => {
    const { user_id } = caller!;
    const { limit } = query;
    // First the number, then the list: what comes between them is in the list, so nobody reads on from behind something they were not given.
    const counted = await countBox(db, user_id);
    const rows = await listBox(db, { ...query, user_id, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const nameOf = await named(shown.map(({ expert_id }) => expert_id));
    const told = shown.map((row) => ({ ...row, facts: allowed(row.facts as Facts) }));
    const others = await identity.contactsOf(told.flatMap(({ facts }) => ('other_id' in facts ? [facts.other_id] : [])));
    const madeOf = await made(told.flatMap(({ facts }) => ('result' in facts && facts.result !== null ? [facts.call] : [])));
    return { notices: told.map((row) => view(row, { nameOf, madeOf, otherOf: (id) => others.get(id)?.name || GONE })), more: rows.length > limit, ...counted };
  });

  platform.on(countNotices, (_input, { caller }) => countBox(db, caller!.user_id));

  platform.on(readNotice, async ({ body: { seq } }, { caller }) => {
    const { user_id } = caller!;
    if (!(await markRead(db, user_id, seq, clock()))) throw new Fail('NOT_FOUND');
    return countBox(db, user_id);
  });

  platform.on(readNotices, async ({ body: { until, topic } }, { caller }) => {
    const { user_id } = caller!;
    await markAllRead(db, user_id, until, topic, clock());
    return countBox(db, user_id);
  });

  platform.on(readNoticeSettings, (_input, { caller }) => settings(caller!.user_id));

  platform.on(muteExpert, async ({ body: { user_id: expert_id, on } }, { caller }) => {
    const { user_id } = caller!;
    // Who has left can still be taken off the list.
    if (on && !(await identity.expert(expert_id))) throw new Fail('NOT_FOUND');
    await setMute(db, user_id, expert_id, on, clock());
    return settings(user_id);
  });

  platform.on(setDailyMail, async ({ body: { on } }, { caller }) => {
    const { user_id } = caller!;
    await setDaily(db, user_id, on);
    return settings(user_id);
  });

  platform.on(setQuietHours, async ({ body }, { caller }) => {
    const { user_id } = caller!;
    await setQuiet(db, user_id, body);
    return settings(user_id);
  });
}

interface Names {
  readonly nameOf: (id: string) => CallNotice['expert'];
  readonly otherOf: (id: string) => string;
  readonly madeOf: ReadonlyMap<string, number>;
}

function view({ seq, topic, expert_id, facts, happened_at, told_at, read_at }: BoxRow, { nameOf, madeOf, otherOf }: Names): Notice {
  const told = { seq, happened_at: happened_at.toISOString(), told_at: told_at.toISOString(), read: read_at !== null };
  if (topic === 'market') {
    const { what, alert, call } = facts as AlertFacts;
    return { ...told, topic, what, alert, call, expert: expert_id ? nameOf(expert_id) : null };
  }
  if (topic === 'chat') {
    const { what, room, other_id, reason, case: about } = facts as ChatFacts;
    return { ...told, topic, what, room, other: otherOf(other_id), reason, case: about, expert: expert_id ? nameOf(expert_id) : null };
  }
  if (topic === 'account') {
    const { what, document, demo, renewal = null, refund = null, order } = facts as AccountFacts;
    return { ...told, topic, what, document, demo, renewal, refund, ...(order && { order }), expert: null };
  }
  const { what, call, result } = facts as CallFacts;
  const made = result === null ? undefined : madeOf.get(call.id);
  return { ...told, topic, what, expert: nameOf(expert_id), call, result, ...(made !== undefined && { made }) };
}
