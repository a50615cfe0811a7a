import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { adjustmentIn, afterAdjustment } from '@vimarsh/shared/domain/calls/corp-adjust.ts';
import { direction, realisedReturn, roundPaise } from '@vimarsh/shared/domain/calls/equity/levels.ts';
import { recordedCall } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import type { RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { FOLLOWER_DELAY_MS } from '@vimarsh/shared/domain/calls/record-rules.ts';
import type { ProofStep } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import type { UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { recorded } from './export.ts';

const LABEL = 'What followers got follows from the prices';
const SECOND_MS = 1000;

interface Price {
  readonly price: number;
  readonly ts: string;
  readonly segment: string;
}

interface Follower {
  readonly entry: number;
  readonly exit: number;
  readonly made: number;
  readonly prices: { readonly entry: Price | null; readonly exit: Price; readonly factor: number };
}

interface CallFile {
  readonly kind?: string;
  readonly proof: CallProof | null;
  readonly follower?: Follower | null;
}

interface Stretch {
  readonly symbol: string;
  readonly from: string;
  readonly prices: readonly number[];
}

/** Each follower's result in a file of proof, from the prices in it (docs/record-format.md); null where the file has none. */
export function followersStep(files: UnpackedFiles): ProofStep | null {
  const stretches = new Map<string, Stretch | null>();
  const stretch = (path: string): Stretch | null => {
    if (!stretches.has(path)) stretches.set(path, files.has(path) ? (read(files.get(path)!) as Stretch) : null);
    return stretches.get(path)!;
  };
  const wrong: string[] = [];
  let [held, unknown] = [0, 0];
  for (const [path, bytes] of files) {
    if (!/^calls\/[^/]+\/record\.json$/.test(path)) continue;
    const { kind, proof, follower } = read(bytes) as CallFile;
    if (kind !== 'equity' || !proof || !follower) continue;
    const holds = resultHolds(recorded(proof), follower, stretch);
    if (holds === null) unknown += 1;
    else if (holds) held += 1;
    else wrong.push(path);
  }
  if (held + unknown + wrong.length === 0) return null;
  const detail = `${held} computed again${unknown > 0 ? `; the prices of ${unknown} are not in the file` : ''}`;
  return { label: LABEL, ok: wrong.length === 0, detail: wrong.length === 0 ? detail : `Does not hold for ${wrong.join(', ')}` };
}

const read = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

/** Null where its prices are not in the file. */
function resultHolds(events: readonly RecordedEvent[], told: Follower, stretch: (path: string) => Stretch | null): boolean | null {
  const { stock, entry_mode, call_type, published_at, entry_fill, exit } = recordedCall(events);
  if (!entry_fill || !exit || call_type === 'Hold' || (entry_mode === 'market') !== (told.prices.entry !== null)) return false;
  const first = told.prices.entry;
  const prices = [
    ...(first ? [isFirstPrice(first, stock, Date.parse(published_at), stretch)] : []),
    isFirstPrice(told.prices.exit, stock, Date.parse(exit.ts), stretch),
  ];
  if (prices.includes(false)) return false;
  if (prices.includes(null)) return null;
  const came = first ?? entry_fill;
  if (Date.parse(came.ts) >= Date.parse(exit.ts)) return false;
  const day = (ts: string): string => istDay(new Date(ts));
  let paid = came.price;
  const moved = new Set<string>();
  for (const { type, payload } of first ? events : []) {
    const on = String(payload.ex_date);
    if (type !== 'corp_adjust' || moved.has(on) || on <= day(came.ts) || on > day(exit.ts)) continue;
    moved.add(on);
    paid = roundPaise(afterAdjustment(paid, adjustmentIn(payload)));
  }
  const { factor } = told.prices;
  if (factor !== 1 && day(exit.ts) === day(told.prices.exit.ts)) return false;
  const got = told.prices.exit.price * factor;
  const made = realisedReturn(direction(call_type) > 0 ? 'Buy' : 'Sell', paid, got);
  return told.entry === roundPaise(paid) && told.exit === roundPaise(got) && told.made === made;
}

/** Whether a price is the first a minute after an instant, or the first of a session that began later; null where the file has not the prices of its day. */
function isFirstPrice({ price, ts, segment }: Price, stock: string, after: number, stretch: (path: string) => Stretch | null): boolean | null {
  const [, symbol, day, seconds] = /^(.+)\/(\d{4}-\d\d-\d\d)\/([1-9]\d*)$/.exec(segment) ?? [];
  if (symbol !== stock || day === undefined) return false;
  const whole = stretch(`prices/${encodeURIComponent(symbol)}/${day}.json`);
  const n = Number(seconds);
  if (!whole || whole.prices.length < n) return null;
  const start = Date.parse(whole.from) + (n - 1) * SECOND_MS;
  const since = after + FOLLOWER_DELAY_MS;
  const isFirst = (start >= since && start - since < SECOND_MS) || (n === 1 && start >= since);
  return isFirst && Date.parse(ts) === start && price === whole.prices[Math.max(0, n - 2)];
}
