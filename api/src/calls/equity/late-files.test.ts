import { applyEvent, type CallState, type StateEvent } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import { knownActions } from '../../market/files/actions/known-actions.ts';
import { FilesFeed } from '../../market/files/files-feed.ts';
import { NOTHING_KNOWN } from '../../market/instruments/known-instruments.ts';
import { LiveMarket } from '../../market/live-market.ts';
import { MarketTime } from '../../market/market-time.ts';
import { judge } from './judge.ts';

const PUBLISHED = '2026-05-04T12:00:00.000Z';
const PAST = tradingDays('2026-04-20', '2026-05-04');
const DAYS = tradingDays('2026-05-05', '2026-05-15');
const OTHER = 'OPEN';

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
  let version = 0;
  let clock = new Date(PUBLISHED);
  const imported = async () => new Date(Date.parse(PUBLISHED) + version);
  const rows = (symbol: string, of: (day: string) => Row | null) =>
    [...files.keys()].toSorted().flatMap((day) => {
      const row = of(day);
      return row ? [{ symbol, file: null, bar: { day, ...row, v: 100_000, prev_close: 800 } }] : [];
    });
  const stores = {
    days: {
      latestImport: imported,
      days: async () => [...files.keys()].toSorted(),
      shares: async () =>
        new Map([
          ['ITC', rows('ITC', (day) => files.get(day)!)],
          [OTHER, rows(OTHER, () => FLAT)],
        ]),
    },
    actions: { latestImport: imported, known: async () => knownActions([], [], []) },
    bans: { latestImport: imported, known: async () => new Map() },
    instruments: { latestImport: imported, known: async () => NOTHING_KNOWN },
  };
  const feed = new FilesFeed(stores as never, ['ITC', OTHER], { clock: () => clock.getTime() });
  await feed.refresh();
  const publish = {
    ...{ stock: 'ITC', call_type: 'Buy', term: 'shortTerm', entry_mode: 'market', entry_low: 800, entry_high: 800, target: 880, stop_loss: 760 },
    ...{ entry_until: '2026-05-29T10:00:00.000Z', expires_at: '2026-06-05T10:00:00.000Z' },
  };
  let state: CallState = applyEvent(null, { call_id: 'call', type: 'publish', ts: PUBLISHED, payload: publish } as StateEvent);
  const told: string[] = [];
  let until = new Date(PUBLISHED);
  for (const [at, evening] of evenings.entries()) {
    clock = new Date(`${DAYS[at]}T12:00:00.000Z`);
    for (const [day, row] of Object.entries(evening)) files.set(DAYS[Number(day)]!, row);
    version += 1;
    const revised = (await feed.refresh()) as Date | null;
    const market = new LiveMarket({ feed, time: new MarketTime({ start: clock, wall: () => 0 }), firstDay: PAST[0]!, onError: () => undefined });
    const from = restarted ? new Date(PUBLISHED) : new Date(Math.min(until.getTime(), (revised?.getTime() ?? Number.POSITIVE_INFINITY) - 1));
    const { events, states } = await judge([{ stock: 'ITC', expert_id: 'exp', state }], market, from, clock);
    state = states.get('call')!;
    told.push(...events.map(({ event: { type, payload } }) => `${type} ${payload.cause ?? ''} ${payload.day ?? payload.price ?? ''}`));
    until = clock;
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
