import { type Rng, rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { SECTORS, type Sector, type Stock } from '../instruments/listed.ts';

/** Yearly volatility and chance to stay, per day, of the market's calm, usual and stormy regimes. */
const REGIMES = [
  { volatility: 0.09, stay: 0.985 },
  { volatility: 0.14, stay: 0.975 },
  { volatility: 0.24, stay: 0.95 },
] as const;
const DRIFT = 0.09;
const SESSIONS_A_YEAR = 252;
const ROOT_YEAR = Math.sqrt(SESSIONS_A_YEAR);
const SECTOR_VOLATILITY = 0.0055;
/** Idiosyncratic volatility a day, lowest and highest by size (1.1 to 2.4 %). */
const IDIOSYNCRATIC = { large: [0.011, 0.015], mid: [0.0145, 0.0195], small: [0.018, 0.024] } as const;

export interface MarketDay {
  /** Return of the market, and of each sector beside it. */
  readonly market: number;
  readonly sectors: Readonly<Record<Sector, number>>;
  /** Today's daily volatility of the market. */
  readonly volatility: number;
}

/** The common factors, day after day: regime, market return, sector returns. Call once per session, in order. */
export function commonFactors(seed: number): () => MarketDay {
  const market = rng(seedOf(seed, 'market'));
  const streams = SECTORS.map((sector) => [sector, rng(seedOf(seed, 'sector', sector))] as const);
  let regime = 1;
  return () => {
    regime = nextRegime(regime, market);
    const volatility = REGIMES[regime]!.volatility / ROOT_YEAR;
    const sectors = {} as Record<Sector, number>;
    for (const [sector, stream] of streams) sectors[sector] = SECTOR_VOLATILITY * stream.normal();
    return { market: DRIFT / SESSIONS_A_YEAR + volatility * market.normal(), sectors, volatility };
  };
}

function nextRegime(regime: number, random: Rng): number {
  const draw = random.next();
  const { stay } = REGIMES[regime]!;
  if (draw < stay) return regime;
  if (regime !== 1) return 1;
  return draw < stay + (1 - stay) * 0.6 ? 0 : 2;
}

export interface Character {
  readonly beta: number;
  readonly idiosyncratic: number;
  /** Share of the capitalisation that changes hands on a usual day. */
  readonly turnover: number;
  /** Days after a quarter's end when results come out. */
  readonly resultsAfter: number;
}

/** What sets one stock apart, fixed by seed and symbol. */
export function characterOf(stock: Stock, seed: number): Character {
  const random = rng(seedOf(seed, stock.symbol, 'character'));
  const [low, high] = IDIOSYNCRATIC[stock.cap];
  return {
    beta: 0.7 + 0.6 * random.next(),
    idiosyncratic: low + (high - low) * random.next(),
    turnover: (stock.cap === 'large' ? 0.0012 : stock.cap === 'mid' ? 0.003 : 0.006) * (0.7 + 0.8 * random.next()),
    resultsAfter: 14 + Math.floor(30 * random.next()),
  };
}
