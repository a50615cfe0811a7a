import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { DEMO_EPOCH, DEMO_FIRST_DAY } from '@vimarsh/shared/domain/market/demo.ts';
import type { Identity } from '../../identity/index.ts';
import type { Ledger, NewEvent } from '../../ledger/index.ts';
import type { Market, OptionMarket } from '../../market/index.ts';
import { underLimits } from '../../platform/database/time-limits.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import { authorEvents, shownAuthor, spoken } from '../authors/author-records.ts';
import { callTables } from '../tables.ts';
import { type DayOfRecord, DemoHistory } from './history.ts';
import { SUSPENSION } from './profiles.ts';

export interface SeedDependencies {
  readonly platform: Platform;
  readonly market: Market & { readonly options: OptionMarket };
  readonly identity: Pick<Identity, 'experts' | 'entries'>;
  readonly ledger: Ledger;
  readonly seed: number;
}

const PROGRESS_EVERY = 25;
/** The experts whom the demo's investors follow from the start. */
const FOLLOWS: readonly (readonly [user_id: string, expert_id: string])[] = [
  ...['usr_free', 'usr_lite', 'usr_premium', 'usr_pro', 'usr_partner_without', 'usr_partner_with'].map((user) => [user, 'exp_01'] as const),
  ...['usr_premium', 'usr_pro', 'usr_chat', 'usr_partner_without'].map((user) => [user, 'exp_05'] as const),
  ...['usr_free', 'usr_pro', 'usr_promo'].map((user) => [user, 'exp_08'] as const),
  ['usr_lite', 'exp_07'],
  ['usr_premium', 'exp_09'],
];

/**
 * Fills an empty record with the demo's two years up to its epoch. Everything is built in memory first and stored in one
 * transaction, so an interrupted start leaves an empty record. The seed and this
 * machine's key.
 */
export async function seedDemo({ platform, market, identity, ledger, seed }: SeedDependencies): Promise<void> {
  if ((await ledger.head()).seq > 0) return;
  const authors = (await identity.experts()).map(({ user_id, skill_key }) => ({ user_id, skill_key })).sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
  if (authors.length === 0) return;
  const say = progress(platform.config.NODE_ENV !== 'test');
  const started = Date.now();

  const history = await DemoHistory.prepare(market, authors, seed);
  const record = ledger.begin();
  const told = await namesIn({ platform, market, identity });
  let days = 0;
  for await (const day of history.days()) {
    for (const event of told(day)) await record.add(event);
    if (day.rooted) await record.root(day.day);
    if (++days % PROGRESS_EVERY === 0) say(`Making the demo’s calls: up to ${day.day}, ${record.calls} calls`);
  }

  const store = async (tx: Database): Promise<void> => {
    if ((await ledger.lock(tx)).seq > 0) return;
    await record.store(tx);
    await ledger.judgedUntil(tx, new Date(DEMO_EPOCH));
    const authorIds = new Set(authors.map(({ user_id }) => user_id));
    const follows = FOLLOWS.filter(([, expert_id]) => authorIds.has(expert_id)).map(([user_id, expert_id]) => ({
      user_id,
      expert_id,
      since: istInstant(DEMO_FIRST_DAY),
    }));
    if (follows.length) await callTables(tx).insertInto('follows').values(follows).execute();
  };
  await underLimits('command', () => platform.transaction(store));
  say(`Made the demo’s ${record.calls} calls and ${record.events} events in ${((Date.now() - started) / 1000).toFixed(1)} s`, true);
}

/** The days of the demo with the records of their authors, who were all registered on the first one, and with who speaks in each publication. */
async function namesIn({ platform, market, identity }: Pick<SeedDependencies, 'platform' | 'market' | 'identity'>): Promise<(day: DayOfRecord) => NewEvent[]> {
  const entries = await identity.entries(platform.db);
  const feed = market.source.id;
  const opened: NewEvent[] = [];
  const suspended: NewEvent[] = [];
  for (const [user_id, entry] of entries) {
    if (entry.standing !== 'registered' && entry.standing !== 'suspended') continue;
    const registered = { ...entry, standing: 'registered' as const };
    const dated = (at: string) => (event: Omit<NewEvent, 'ts'>) => ({ ...event, ts: at });
    opened.push(...authorEvents(user_id, null, registered).map(dated(istInstant(DEMO_FIRST_DAY).toISOString())));
    suspended.push(...authorEvents(user_id, registered, entry).map(dated(SUSPENSION.at)));
  }
  return ({ day, events }) => {
    const named = events.map((event) => {
      const author = entries.get(event.expert_id);
      return event.type === 'publish' && author ? spoken(event, { author: shownAuthor(author), feed }) : event;
    });
    // The day itself may be a holiday, whose events are those of the next session.
    const beginning = opened.splice(0);
    if (day < istDay(new Date(SUSPENSION.at))) return [...beginning, ...named];
    const until = named.filter(({ ts }) => ts < SUSPENSION.at);
    return [...beginning, ...until, ...suspended.splice(0), ...named.slice(until.length)];
  };
}

/** A progress line that overwrites itself on a terminal, and a plain line at the end. */
function progress(on: boolean): (text: string, last?: boolean) => void {
  return (text, last = false) => {
    if (!on) return;
    if (process.stdout.isTTY) process.stdout.write(`\r${text.padEnd(80)}${last ? '\n' : ''}`);
    else process.stdout.write(`${text}\n`);
  };
}
