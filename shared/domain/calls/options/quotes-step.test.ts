import { describe, expect, test } from 'vitest';
import { aDetail } from '../../../contract/calls/call.testing.ts';
import type { RecordedEvent } from '../ledger.ts';
import { quotesStep } from './quotes-step.ts';

const { rationale, disclosures } = aDetail();
/** One call of NIFTY, 65 to a lot, published on Friday 20 Nov 2026 at 10:00 IST; it is held to Monday the 23rd. */
const PUBLISHED = {
  strategy: 'BULL_CALL',
  net_premium: 120,
  max_profit: 5200,
  max_loss: -7800,
  breakevens: [24_120],
  pop: 0.4,
  margin_est: 7800,
  defined_risk: true,
  stock: 'NIFTY',
  underlying_name: 'Nifty 50',
  underlying_type: 'indices',
  outlook: 'bullish',
  legs: [
    { side: 'buy', type: 'CE', strike: 24_000, expiry: '2026-11-23', lots: 1, mid: 220, entry: 220 },
    { side: 'sell', type: 'CE', strike: 24_200, expiry: '2026-11-23', lots: 1, mid: 100, entry: 100 },
  ],
  lot_size: 65,
  level_basis: 'pnl',
  target: 2000,
  stop_loss: -2000,
  net_limit: null,
  spot: 24_010,
  rate: 0.065,
  volatility: null,
  feed_ts: '2026-11-20T04:30:00.000Z',
  entry_until: '2026-11-23T08:30:00.000Z',
  expires_at: '2026-11-23T10:10:00.000Z',
  settles: true,
  valid_till: '2026-11-23',
  caution: '',
  base_rate_read: true,
  rationale,
  disclosures,
};
type Said = readonly [type: string, time: string, payload: Record<string, unknown>];
const recordOf = (...said: readonly Said[]): RecordedEvent[] =>
  said.map(([type, time, payload], index) => ({
    actor: index === 0 ? 'exp_01' : 'engine',
    call_id: 'opt_1',
    expert_id: 'exp_01',
    n: index + 1,
    payload,
    prev_hash: '',
    ts: `2026-11-${time.length > 5 ? time.replace(' ', 'T') : `20T${time}`}:00.000Z`,
    type,
    hash: `h${index}`,
  }));
const publish = (change: Record<string, unknown> = {}): Said => ['publish', '04:30', { ...PUBLISHED, ...change }];
// Bought at 221, sold at 99: 122 paid.
const ENTRY: Said = [
  'entry_fill',
  '04:31',
  {
    legs: [
      { price: 221, mid: 220 },
      { price: 99, mid: 100 },
    ],
    net_premium: 122,
    spot: 24_012,
    rules: 1,
  },
];
// Out at 205 and 115: 90, so (90 − 122) · 65 = −2,080.
const STOPPED = {
  as: 'sl_hit',
  basis: 'level',
  mids: [206, 114],
  spot: 23_950,
  first: false,
  quotes: [
    { bid: 205, ask: 207 },
    { bid: 113, ask: 115 },
  ],
  underlying: { open: 23_960, high: 23_965, low: 23_940 },
  rules: 1,
};
const closing = (change: Record<string, unknown> = {}): Said => ['closing', '04:40', { ...STOPPED, ...change }];
const END: Said = [
  'sl_hit',
  '04:41',
  {
    basis: 'level',
    legs: [
      { price: 204, mid: 205 },
      { price: 116, mid: 115 },
    ],
    spot: 23_945,
    rules: 1,
  },
];

describe('fills and ends from the quotes on record', () => {
  test('hold for a call that was stopped, and are counted', () => {
    expect(quotesStep(recordOf(publish(), ENTRY, closing(), END))).toEqual({
      label: 'Quotes give each fill and end',
      ok: true,
      detail: '3 judged again from the quotes on record',
    });
  });

  test('an older decision without quotes is counted and not judged', () => {
    const { first: _, quotes: _quotes, underlying: _underlying, ...older } = STOPPED;
    expect(quotesStep(recordOf(publish(), ENTRY, ['closing', '04:40', older], END))).toMatchObject({
      ok: true,
      detail: '2 judged again from the quotes on record; 1 from before quotes were kept',
    });
  });

  test('hold for a decision whose prices came late: its own time counts', () => {
    const late = (said: Said, ts: string): Said => [said[0], ts, { ...said[2], at: `2026-11-20T${said[1]}:00.000Z` }];
    expect(quotesStep(recordOf(publish(), ENTRY, late(closing(), '21 04:00'), late(END, '21 04:00')))).toMatchObject({ ok: true });
  });

  test('hold for a settlement by the value of the underlying, and not for another worth', () => {
    const settled = (price: number): Said => [
      'expired',
      '23 10:10',
      {
        basis: 'settlement',
        settlement: 'Settled in cash at the closing value 24,150.00 of 2026-11-23',
        value: 24_150,
        legs: [
          { price, mid: price },
          { price: 0, mid: 0 },
        ],
        rules: 1,
      },
    ];
    expect(quotesStep(recordOf(publish(), ENTRY, settled(150)))).toMatchObject({ ok: true });
    expect(quotesStep(recordOf(publish(), ENTRY, settled(151)))).toMatchObject({ ok: false, detail: 'Does not hold for 3' });
  });

  test('hold for levels on the underlying by its own prices, whatever the legs were quoted at', () => {
    const on = publish({ level_basis: 'underlying', target: 24_300, stop_loss: 23_945 });
    const without = { mids: [null, null], quotes: [null, { bid: null, ask: null }] };
    expect(quotesStep(recordOf(on, ENTRY, closing(without), END))).toMatchObject({ ok: true });
    expect(quotesStep(recordOf(on, ENTRY, closing({ ...without, underlying: { open: 23_960, high: 23_965, low: 23_946 } }), END))).toMatchObject({
      detail: 'Does not hold for 3',
    });
  });

  test.each<readonly [name: string, events: readonly Said[], wrong: string]>([
    [
      'quotes at which the stop-loss was not reached',
      [
        publish(),
        ENTRY,
        closing({
          quotes: [
            { bid: 210, ask: 212 },
            { bid: 113, ask: 115 },
          ],
          mids: [211, 114],
        }),
        END,
      ],
      '3',
    ],
    ['another middle than that of the quotes', [publish(), ENTRY, closing({ mids: [206, 113] }), END], '3'],
    ['a gap in the middle of a session', [publish(), ENTRY, closing({ basis: 'gap' }), ['sl_hit', '04:41', { ...END[2], basis: 'gap' }]], '3'],
    ['a target where the stop-loss was reached', [publish(), ENTRY, closing({ as: 'target_hit' }), ['target_hit', '04:41', END[2]]], '3'],
    ['an end that was not decided', [publish(), ENTRY, END], '3'],
    ['an end sooner than a minute after it', [publish(), ENTRY, closing(), ['sl_hit', '04:40', END[2]]], '4'],
    ['another end than was decided', [publish(), ENTRY, closing(), ['expired', '04:41', END[2]]], '4'],
    ['an entry within the minute after the publication', [publish(), ['entry_fill', '04:30', ENTRY[2]], closing(), END], '2'],
    ['an entry beyond the limit', [publish({ net_limit: 121 }), ENTRY, closing(), END], '2'],
    ['rules that nobody knows', [publish(), ENTRY, closing({ rules: 2 }), END], '3'],
  ])('are told from %s', (_, events, wrong) => {
    expect(quotesStep(recordOf(...events))).toMatchObject({ ok: false, detail: `Does not hold for ${wrong}` });
  });

  test('are not looked for in what can’t be read', () => {
    expect(quotesStep(recordOf(publish(), ENTRY, closing({ quotes: [null] })))).toMatchObject({ ok: false, detail: 'The events can’t be read' });
  });
});
