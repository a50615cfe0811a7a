import type { Segment } from '@vimarsh/shared/contract/watchlists/types.ts';
import { writeContract } from '@vimarsh/shared/domain/watchlists/codes.ts';
import type { Identity } from '../../identity/index.ts';
import type { Market, OptionMarket } from '../../market/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { Catalogue } from '../catalogue.ts';
import type { WatchlistDatabase } from '../tables.ts';
import { insertList, isEmpty, writeCodes } from '../watchlist.store.ts';

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'transaction'>;
  readonly identity: Pick<Identity, 'known'>;
  readonly market: Market & { readonly options: OptionMarket };
  readonly catalogue: Catalogue;
}

const STOCKS: readonly (readonly [user_id: string, name: string, codes: readonly string[]])[] = [
  ['usr_pro', 'Banks', ['HDFCBANK', 'ICICIBANK', 'SBIN', 'AXISBANK', 'INDUSINDBK']],
  ['usr_pro', 'Technology', ['TCS', 'INFY', 'HCLTECH', 'WIPRO', 'COFORGE']],
  ['usr_premium', 'Results this month', ['RELIANCE', 'ITC', 'MARUTI']],
];
const UNDERLYING = 'NIFTY';

/** Lists of the demo's people, once. Everybody else begins with the starter. */
export async function seedWatchlists({ platform, identity, market, catalogue }: Parts): Promise<void> {
  // Before the lists are put together: what one of them holds takes a whole chain to find.
  if (!(await isEmpty(platform.db))) return;
  const people = await identity.known(['usr_pro', 'usr_premium']);
  const lists: (readonly [string, Segment, string, readonly string[]])[] = [];
  for (const [user_id, name, codes] of STOCKS) if (people.has(user_id)) lists.push([user_id, 'equity', name, [...(await catalogue.known('equity', codes))]]);
  if (people.has('usr_pro')) lists.push(['usr_pro', 'options', 'Around the index', await aroundTheMoney(market)]);
  await platform.transaction(async (tx: WatchlistDatabase) => {
    if (!(await isEmpty(tx))) return;
    // A millisecond apart: their order is that of their making.
    for (const [at, [user_id, segment, name, codes]] of lists.entries()) {
      const now = new Date(market.now().getTime() + at);
      const id = ulid();
      await insertList(tx, { id, user_id, segment, name }, now);
      await writeCodes(tx, id, codes, now);
    }
  });
}

/** A call and a put at three strikes around the index, of the second expiry, so that they live a while. */
async function aroundTheMoney(market: Parts['market']): Promise<string[]> {
  const [at, { options }] = [market.now(), market] as const;
  const expiry = (await options.expiries(UNDERLYING, at))[1];
  const chain = expiry ? await options.chain(UNDERLYING, expiry, at) : null;
  if (!chain) return [];
  const near = chain.rows
    .filter(({ ce, pe }) => ce && pe)
    .toSorted((a, b) => Math.abs(a.strike - chain.spot) - Math.abs(b.strike - chain.spot))
    .slice(0, 3);
  return near.flatMap(({ strike }) => (['CE', 'PE'] as const).map((type) => writeContract({ underlying: UNDERLYING, expiry: chain.expiry, strike, type })));
}
