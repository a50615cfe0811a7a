import { applyEvent, type CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { istInstant, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import { marketOfRows } from '../../market/files/rows-market.testing.ts';
import { judge } from './judge.ts';

const PUBLISHED = '2026-05-04T12:00:00.000Z';
const PAST = tradingDays('2026-04-20', '2026-05-04');
const DAYS = tradingDays('2026-05-05', '2026-05-15');

type Row = { readonly o: number; readonly h: number; readonly l: number; readonly c: number };
const FLAT: Row = { o: 800, h: 803, l: 797, c: 800 };
/** Through the stop-loss of 760. */
const LOW: Row = { o: 790, h: 792, l: 752, c: 785 };
/** Through the target of 880. */
const HIGH: Row = { o: 820, h: 890, l: 815, c: 830 };
/** Of an evening: which days' files come, null for one without the share. */
type Evening = Readonly<Record<number, Row | null>>;

/** A call to buy at 800 over evenings, judged at each; `restarted`: from its publication every time, as a server does that was started anew. */
async function lived(evenings: readonly Evening[], restarted: boolean): Promise<string[]> {
  const files = new Map<string, Row | null>(PAST.map((day) => [day, FLAT]));
  const publish = {
    ...{ stock: 'ITC', call_type: 'Buy', term: 'shortTerm', entry_mode: 'market', entry_low: 800, entry_high: 800, target: 880, stop_loss: 760 },
    ...{ entry_until: '2026-05-29T10:00:00.000Z', expires_at: '2026-06-05T10:00:00.000Z' },
  };
  let state: CallState = applyEvent(null, { call_id: 'call', type: 'publish', ts: PUBLISHED, payload: publish });
  const told: string[] = [];
  let until = new Date(PUBLISHED);
  for (const [at, evening] of evenings.entries()) {
    const now = istInstant(DAYS[at]!, '17:30');
    for (const [day, row] of Object.entries(evening)) files.set(DAYS[Number(day)]!, row);
    const days = [...files.keys()].toSorted();
    const rows = { ITC: days.flatMap((day) => (files.get(day) ? [{ day, ...files.get(day)! }] : [])), OPEN: days.map((day) => ({ day, ...FLAT })) };
    const { market } = await marketOfRows({ rows }, now);
    // As the market tells of a day whose prices are other ones.
    const revised = istInstant(DAYS[Number(Object.keys(evening)[0])]!, '00:00');
    const from = restarted ? new Date(PUBLISHED) : new Date(Math.min(until.getTime(), revised.getTime()));
    const { events, states } = await judge([{ stock: 'ITC', expert_id: 'exp', state }], market, from, now);
    state = states.get('call')!;
    told.push(...events.map(({ event: { type, payload } }) => `${type} ${payload.cause ?? ''} ${payload.day ?? payload.price ?? ''}`));
    until = now;
  }
  return told;
}

test.each<[string, Evening[], string]>([
  [
    'a corrected file ends a call that waits for a trade',
    [{ 0: FLAT }, { 1: null }, { 0: LOW, 2: null }, { 3: FLAT }, { 4: HIGH }, { 5: FLAT }],
    'sl_hit  760',
  ],
  [
    'so it does where the trade that ends the wait reaches the target',
    [{ 0: FLAT }, { 1: null }, { 0: LOW, 2: null }, { 3: HIGH }, { 4: FLAT }],
    'sl_hit  760',
  ],
  [
    'a corrected file without an end changes none',
    [{ 0: FLAT }, { 1: null }, { 0: { ...FLAT, h: 804 }, 2: null }, { 3: FLAT }, { 4: HIGH }],
    'target_hit  880',
  ],
])('%s, whenever the server was started', async (_, evenings, end) => {
  const told = await lived(evenings, false);
  expect(told.at(-1)).toBe(end);
  expect((await lived(evenings, true)).at(-1)).toBe(end);
});
