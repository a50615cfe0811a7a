import { netReturn } from '@vimarsh/shared/domain/calls/equity/costs.ts';
import type { RecordedCall } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import type { RecordedOption } from '@vimarsh/shared/domain/calls/options/shown-option.ts';
import { toPaise } from '@vimarsh/shared/domain/money/paise.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';
import type { EvidenceFile } from '../../identity/index.ts';
import type { FollowerFill } from '../../performance/index.ts';
import { type Certificate, type CertifiedCall, certificateOf, resultOfStake, WINDOWS } from './certificate.ts';

type Row = (string | number | null)[];

const CALLS = [
  ...['call', 'stock', 'side', 'term', 'status', 'published_at', 'entry_at', 'entry', 'target', 'first_stop_loss', 'ended_at', 'exit_at', 'exit'],
  ...['counted', 'return_pct', 'r_multiple', 'cost_pct', 'net_pct', 'return_inr', 'net_inr', 'hit', 'follower_entry', 'follower_exit', 'follower_return_pct'],
];
const OPTIONS = [
  ...['call', 'underlying', 'strategy', 'status', 'published_at', 'entry_at', 'exit_at', 'ended_at'],
  ...['pnl', 'headline_pnl', 'slippage', 'cost', 'net', 'risk', 'return_on_risk_pct', 'on_margin', 'hit'],
];

/** The results of an expert's ended calls as tables. They are small: a line a call. */
export class Results {
  readonly #calls: Row[] = [];
  readonly #options: Row[] = [];
  readonly #counted: CertifiedCall[] = [];

  addCall(call: RecordedCall, follower: FollowerFill | null): void {
    const { entry_fill: entry, exit, realised_return, term } = call;
    const counts = entry !== null && exit !== null && realised_return !== null;
    const result = counts ? resultOfStake({ term, realised_return }) : null;
    if (counts) this.#counted.push({ term, realised_return, entered: Date.parse(entry.ts), ended: Date.parse(exit.ts) });
    const cost = counts ? -netReturn({ realised_return: 0, term }) : null;
    this.#calls.push([
      ...[call.id, call.stock, call.call_type, term, call.status, call.published_at],
      ...[entry?.ts ?? null, entry?.price ?? null, call.target_price, call.initial_stop_loss, call.ended_at, exit?.ts ?? null, exit?.price ?? null],
      ...[counts ? 1 : 0, realised_return, call.r_multiple, cost, result && result.net / 100_000],
      ...[result && result.gross / 100, result && result.net / 100, result && (result.net > 0 ? 1 : 0)],
      ...[follower?.entry ?? null, follower?.exit ?? null, follower?.returned ?? null],
    ]);
  }

  addOption(call: RecordedOption): void {
    const { pnl, cost = null } = call;
    const net = pnl === null || cost === null ? null : toPaise(pnl - cost);
    this.#options.push([
      ...[call.id, call.underlying, call.strategy, call.status, call.published_at, call.entry_at, call.exit_at, call.ended_at],
      ...[pnl, call.headline_pnl, call.slippage, cost, net, call.risk, call.return_on_risk, call.on_margin ? 1 : 0, net === null ? null : net > 0 ? 1 : 0],
    ]);
  }

  get counts() {
    return { calls_on_shares: this.#calls.length, option_calls: this.#options.length };
  }

  *files(): Generator<EvidenceFile> {
    yield { path: 'results/calls.csv', content: csv([CALLS, ...this.#calls]) };
    yield { path: 'results/option-calls.csv', content: csv([OPTIONS, ...this.#options]) };
    const certificate = certificateOf(this.#counted);
    yield { path: 'results/metrics.csv', content: csv([['metric', 'value'], ...metricsOf(certificate)]) };
    const rolling = certificate.rolling.map(({ months, from, to, made }) => [months, from, to, made]);
    yield { path: 'results/rolling.csv', content: csv([['months', 'from', 'to', 'return_pct'], ...rolling]) };
    const curve = certificate.curve.map(({ day, net, sum, value }) => [day, net / 100, sum / 100, value / 100]);
    yield { path: 'results/curve.csv', content: csv([['day', 'net_inr', 'sum_inr', 'value_inr'], ...curve]) };
  }
}

function metricsOf({ n, hits, misses, figures, rolling }: Certificate): Row[] {
  const counts: Row[] = [
    ['calls_counted', n],
    ['hits', hits],
    ['misses', misses],
  ];
  if (!figures) return counts;
  const of = (months: number): number[] => rolling.filter((one) => one.months === months).map(({ made }) => made);
  return [
    ...counts,
    ['hit_rate_pct', figures.hit_rate],
    ['from', figures.from],
    ['to', figures.to],
    ['days', figures.days],
    ['return_inr', figures.gross / 100],
    ['net_inr', figures.net / 100],
    ['average_return_pct', figures.average_gross],
    ['average_net_pct', figures.average_net],
    ['capital_inr', figures.capital / 100],
    ['value_inr', figures.value / 100],
    ['return_on_capital_pct', figures.on_capital],
    ['cagr_pct', figures.cagr],
    ['best_net_pct', figures.best],
    ['worst_net_pct', figures.worst],
    ...WINDOWS.flatMap((months): Row[] => {
      const all = of(months);
      const some = all.length > 0;
      return [
        [`rolling_${months}m_latest_pct`, all.at(-1) ?? null],
        [`rolling_${months}m_best_pct`, some ? Math.max(...all) : null],
        [`rolling_${months}m_worst_pct`, some ? Math.min(...all) : null],
      ];
    }),
  ];
}
