import type { RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { bodyOf, chain, emptyHeads } from '../chain.ts';
import type { Signer } from '../signing-key.ts';

/** A call of NIFTY, 65 to a lot: published for 120 a share, entered at 122, stopped at a loss of ₹2,000. */
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
  target: 2500,
  stop_loss: -2500,
  net_limit: 125,
  spot: 24_010,
  rate: 0.065,
  volatility: 0.11,
  feed_ts: '2026-11-20T04:29:55.000Z',
  entry_until: '2026-11-23T08:30:00.000Z',
  expires_at: '2026-11-23T10:10:00.000Z',
  settles: true,
  valid_till: '2026-11-23',
  caution: '',
  base_rate_read: true,
  rationale: { thesis: 'It rises a little.', trigger: '', risks: '', kill_criteria: '', method: 'technical', sources: [], ai_used: 'none' },
  disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
};
const ENTERED = {
  legs: [
    { price: 221, mid: 220 },
    { price: 99, mid: 100 },
  ],
  net_premium: 122,
  spot: 24_012,
  rules: 1,
};
/** Out at 205 and 114: 91 a share, so (91 − 122) · 65 = −2,015. */
const DECIDED = {
  as: 'sl_hit',
  basis: 'level',
  mids: [206, 113],
  spot: 23_950,
  first: false,
  quotes: [
    { bid: 205, ask: 207 },
    { bid: 112, ask: 114 },
  ],
  underlying: { open: 23_960, high: 23_965, low: 23_940 },
  rules: 1,
};
const ENDED = {
  basis: 'level',
  legs: [
    { price: 204, mid: 205 },
    { price: 115, mid: 114 },
  ],
  spot: 23_945,
  rules: 1,
};

/** Its underlying opened at half of its last close, and nobody knew why; two people let it go on, and its quotes end it on the next day. */
const DOUBT = { cause: 'price_step', day: '2026-11-20', before: 24_010, opened: 12_005 };
const STANDS = { status: 'active', entry: null, exit: null };
const GOES_ON = {
  corrects: 3,
  decision: 'go_on',
  outcome: null,
  price: null,
  reason: 'The exchange confirms these prices.',
  evidence: 'Circular of 20 November 2026.',
  sha256: null,
  day: DOUBT.day,
  cause: DOUBT.cause,
  before: STANDS,
  after: STANDS,
  proposed_by: 'usr_admin',
  approved_by: 'usr_admin2',
};
type Told = readonly [actor: string, type: string, at: string, payload: Record<string, unknown>];

/** A call that waited, from its publication to its end. `change`: of what two people settled. */
export const waitingVector = <Shown extends object>(
  signer: Signer,
  shownOf: (events: readonly RecordedEvent[]) => Shown,
  change: Record<string, unknown> = {},
) =>
  signedVector(signer, shownOf, [
    ['exp_02', 'publish', '20T04:30', PUBLISHED],
    ['engine', 'entry_fill', '20T04:31', ENTERED],
    ['engine', 'not_judgeable', '20T10:05', DOUBT],
    ['usr_admin2', 'correction', '20T12:00', { ...GOES_ON, ...change }],
    [
      'engine',
      'closing',
      '23T04:40',
      {
        ...DECIDED,
        quotes: [
          { bid: 180, ask: 182 },
          { bid: 112, ask: 114 },
        ],
        mids: [181, 113],
      },
    ],
    ['engine', 'sl_hit', '23T04:41', ENDED],
  ]);

/**
 * An option call from its publication to its end: the signed events, and what a page shows of them by `shownOf`, which the kind knows and
 * the record does not. `change`: of what decided the end.
 */
export const optionVector = <Shown extends object>(
  signer: Signer,
  shownOf: (events: readonly RecordedEvent[]) => Shown,
  change: Record<string, unknown> = {},
) =>
  signedVector(signer, shownOf, [
    ['exp_02', 'publish', '20T04:30', PUBLISHED],
    ['engine', 'entry_fill', '20T04:31', ENTERED],
    ['exp_02', 'tighten_sl', '20T04:35', { stop_loss: -2000, from: -2500 }],
    ['engine', 'closing', '20T04:40', { ...DECIDED, ...change }],
    ['engine', 'sl_hit', '20T04:41', ENDED],
  ]);

async function signedVector<Shown extends object>(signer: Signer, shownOf: (events: readonly RecordedEvent[]) => Shown, told: readonly Told[]) {
  const heads = emptyHeads();
  const rows = [];
  for (const [actor, type, at, payload] of told)
    rows.push(
      await chain(
        heads,
        { name: 'options' },
        { kind: 'options', call_id: 'call_3', expert_id: 'exp_02', actor, type, ts: `2026-11-${at}:00.000Z`, payload },
        signer,
      ),
    );
  const shown = { expert: { user_id: 'exp_02' }, ...shownOf(rows.map(bodyOf)) };
  return { events: rows.map(({ canonical, hash, sig }) => ({ canonical, hash, sig })), shown };
}
