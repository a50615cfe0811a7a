import { readContractFigures, readStockFigures } from '@vimarsh/shared/contract/watchlists/routes.ts';
import type { ContractFigures, RowAlert, StockFigures, WatchItem } from '@vimarsh/shared/contract/watchlists/types.ts';
import type { Alerts } from '../alerts/index.ts';
import type { Insights } from '../insights/index.ts';
import { type Ctx, Fail, type Platform } from '../platform/platform.ts';
import type { Keeper } from './keeper.ts';

const READS = { max: 120, perSeconds: 60 };
const NO_CALLS = { buy: 0, sell: 0, hold: 0 };

const withAlert = <F extends StockFigures | ContractFigures>(figures: F, alert: RowAlert | null): F => (alert ? { ...figures, alert } : figures);

interface Parts {
  readonly keeper: Keeper;
  readonly insights: Pick<Insights, 'moodOf' | 'yearOf' | 'contractsOf'>;
  readonly alerts: Pick<Alerts, 'ofRows'>;
}

/** What stands beside the prices of a list, which the client has from its socket. Read-only lists have it too. */
export function serveFigures(platform: Platform, { keeper, insights, alerts }: Parts): void {
  platform.on(
    readStockFigures,
    async ({ params }, ctx) => {
      const { items, segment } = await keeper.list(ctx, params.id);
      if (segment !== 'equity') throw new Fail('NOT_FOUND');
      const alertOf = await alerts.ofRows(ctx);
      return Promise.all(items.map(async (item) => withAlert(await stock(item.code, ctx), alertOf(item))));
    },
    { limit: READS },
  );
  platform.on(
    readContractFigures,
    async ({ params }, ctx) => {
      const { items, segment } = await keeper.list(ctx, params.id);
      if (segment !== 'options') throw new Fail('NOT_FOUND');
      const chains = Map.groupBy(items, ({ symbol, contract }) => `${symbol} ${contract!.expiry}`);
      const alertOf = await alerts.ofRows(ctx);
      const byCode = new Map(items.map((item) => [item.code, item]));
      const figures = await Promise.all([...chains.values()].map(contracts));
      return figures.flat().map((each) => withAlert(each, alertOf(byCode.get(each.code)!)));
    },
    { limit: READS },
  );

  async function stock(code: string, ctx: Pick<Ctx, 'caller' | 'partner'>): Promise<StockFigures> {
    const [mood, year] = await Promise.all([insights.moodOf(code, ctx), insights.yearOf(code)]);
    const { score = null, zone = null, calls = NO_CALLS } = mood ?? {};
    return {
      code,
      sentiment: score === null || zone === null ? null : { score, zone },
      calls: { buy: calls.buy, sell: calls.sell, hold: calls.hold },
      year: year?.range ?? null,
      volume_times: year?.volume_times ?? null,
    };
  }

  async function contracts(items: readonly WatchItem[]): Promise<ContractFigures[]> {
    const [{ symbol, contract }] = items as [WatchItem];
    const chain = await insights.contractsOf(symbol, contract!.expiry);
    if (!chain) return [];
    return items.flatMap(({ code, contract: asked }) => {
      const cell = chain.cell(asked!.strike, asked!.type);
      if (!cell) return [];
      const { last, change_pct, oi, oi_change, iv, delta, build_up } = cell;
      const distance_pct = (100 * (asked!.strike - chain.spot)) / chain.spot;
      return [{ code, last, change_pct, oi, oi_change, iv, delta, build_up, spot: chain.spot, distance_pct, as_of: chain.as_of }];
    });
  }
}
