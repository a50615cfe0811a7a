import { istInstant } from '@vimarsh/shared/domain/calendar.ts';
import { DEMO_EPOCH, DEMO_FIRST_DAY } from '@vimarsh/shared/domain/demo.ts';
import type { Identity } from '../../identity/index.ts';
import type { Market } from '../../market/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CallRow, type EventRow, type RootRow, tablesOf } from '../calls.tables.ts';
import { bodyOf, chain, emptyHeads, lockLedger, take, writeRecord } from '../ledger.store.ts';
import { makeRoot } from '../ledger-roots.ts';
import { projectEvent } from '../projection.ts';
import type { Signer } from '../signing-key.ts';
import { DemoHistory } from './history.ts';

export interface SeedParts {
  readonly platform: Platform;
  readonly market: Market;
  readonly identity: Pick<Identity, 'experts'>;
  readonly signer: Signer;
  readonly seed: number;
}

const PROGRESS_EVERY = 25;
const ROOTS_PER_INSERT = 200;
/** Whom the demo's investors follow from the start. */
const FOLLOWS: readonly (readonly [user_id: string, expert_id: string])[] = [
  ...['usr_free', 'usr_lite', 'usr_premium', 'usr_pro', 'usr_partner_without', 'usr_partner_with'].map((user) => [user, 'exp_01'] as const),
  ...['usr_premium', 'usr_pro', 'usr_chat', 'usr_partner_without'].map((user) => [user, 'exp_05'] as const),
  ...['usr_free', 'usr_pro', 'usr_promo'].map((user) => [user, 'exp_08'] as const),
  ['usr_lite', 'exp_07'],
  ['usr_premium', 'exp_09'],
];

/**
 * Fills an empty record with the demo's two years, as of the demo's epoch. Everything is made in memory first and stored in one
 * transaction: a start that is interrupted leaves an empty record. The seed decides every hash and root; signatures are of this
 * machine's key.
 */
export async function seedDemo({ platform, market, identity, signer, seed }: SeedParts): Promise<void> {
  const db = tablesOf(platform.db);
  const { seq } = await db.selectFrom('ledger_head').select('seq').executeTakeFirstOrThrow();
  if (seq > 0) return;
  const authors = (await identity.experts()).map(({ user_id, skill_key }) => ({ user_id, skill_key })).sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
  if (authors.length === 0) return;
  const say = progress(platform.config.NODE_ENV !== 'test');
  const started = Date.now();

  const history = await DemoHistory.prepare(market, authors, seed);
  const heads = emptyHeads();
  const events: EventRow[] = [];
  const rows = new Map<string, CallRow>();
  const weeks = new Set<string>();
  const roots: RootRow[] = [];
  let days = 0;
  for await (const day of history.days()) {
    for (const made of day.events) {
      const event = await chain(heads, made, signer);
      events.push(event);
      rows.set(
        event.call_id,
        projectEvent(rows.get(event.call_id) ?? null, bodyOf(event), (week) => take(weeks, week)),
      );
    }
    if (day.rooted && events.length > 0) {
      const previous = roots.at(-1) ?? null;
      const hashes = events.slice(previous?.last_seq ?? 0).map((event) => event.hash);
      roots.push(await makeRoot(previous, day.day, hashes, signer));
    }
    if (++days % PROGRESS_EVERY === 0) say(`Making the demo’s calls: up to ${day.day}, ${rows.size} calls`);
  }

  await platform.transaction(async (shared) => {
    const tx = tablesOf(shared);
    if ((await lockLedger(tx)).seq > 0) return;
    await writeRecord(tx, events, [...rows.values()], heads);
    for (let at = 0; at < roots.length; at += ROOTS_PER_INSERT)
      await tx
        .insertInto('ledger_roots')
        .values(roots.slice(at, at + ROOTS_PER_INSERT))
        .execute();
    await tx
      .updateTable('ledger_head')
      .set({ judged_until: new Date(DEMO_EPOCH) })
      .where('id', '=', 1)
      .execute();
    const known = new Set(authors.map(({ user_id }) => user_id));
    const follows = FOLLOWS.filter(([, expert_id]) => known.has(expert_id)).map(([user_id, expert_id]) => ({
      user_id,
      expert_id,
      since: istInstant(DEMO_FIRST_DAY),
    }));
    if (follows.length) await tx.insertInto('follows').values(follows).execute();
  });
  say(`Made the demo’s ${rows.size} calls and ${events.length} events in ${((Date.now() - started) / 1000).toFixed(1)} s`, true);
}

/** One line on the terminal, written over; a plain line at the end. */
function progress(on: boolean): (text: string, last?: boolean) => void {
  return (text, last = false) => {
    if (!on) return;
    if (process.stdout.isTTY) process.stdout.write(`\r${text.padEnd(80)}${last ? '\n' : ''}`);
    else process.stdout.write(`${text}\n`);
  };
}
