import { equityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { optionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { sentiment } from '@vimarsh/shared/contract/sentiment/types.ts';
import { addDays, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Market, type OptionMarket, openTestMarket } from '../../market/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { EVERYBODY } from '../audience.ts';
import { CandlesService } from '../figures/candles.service.ts';
import { EquityService } from '../figures/equity.service.ts';
import type { OptionClosings } from '../figures/option-history.store.ts';
import { OptionsService } from '../figures/options.service.ts';
import { type Closings, SentimentService } from '../figures/sentiment.service.ts';
import type { WidgetData } from './key-data.ts';
import type { LiveStream, StreamLimits } from './live-stream.ts';
import { Subjects } from './subjects.ts';

type WholeMarket = Market & { readonly options: OptionMarket };

/** Test keys are anybody's: a few of their streams must not take the places of partners' pages. */
export const TEST_STREAM_LIMITS: StreamLimits = { all: 1000, perKey: 50, perAddress: 20 };
/** Days that hold a year of sessions. */
const YEAR_DAYS = 390;

/** Nobody has published anything on the test market. */
const NO_CALLS = { openCallsOf: async () => [], openCallsByStock: async () => new Map(), publicCallsOf: async () => [] };
/** Closing scores are stored for the market only. */
const NO_CLOSINGS: Closings = { of: async () => [], ofAll: async () => new Map(), days: async () => new Set(), write: async () => {} };

/** Yesterday's volatilities and those of before, as the test market computes them. Nothing is stored. */
class TestOptionClosings implements OptionClosings {
  readonly #market: WholeMarket;
  readonly #known = new Map<string, { before: string; rows: Promise<{ day: string; iv: number }[]> }>();

  constructor(market: WholeMarket) {
    this.#market = market;
  }

  of(symbol: string, before: string, count: number): Promise<{ day: string; iv: number }[]> {
    const known = this.#known.get(symbol);
    if (known?.before === before) return known.rows;
    const days = tradingDays(addDays(before, -YEAR_DAYS), addDays(before, -1)).slice(-count);
    const rows = this.#market.options.closingVolatilities(symbol, days).then((found) => found.map(({ day, iv }) => ({ day, iv: 100 * iv })));
    this.#known.set(symbol, { before, rows });
    return rows;
  }

  async days(): Promise<Map<string, ReadonlySet<string>>> {
    return new Map();
  }

  async write(): Promise<void> {}
}

interface Parts {
  readonly market: WholeMarket;
  readonly headers: readonly string[];
  readonly streamOf: (subjects: Subjects, prices: Pick<Market, 'quote'>, limits: StreamLimits) => LiveStream;
}

/**
 * Test keys open figures of a market that is made up, computed apart from those of the market. No store, no call and no
 * person is within their reach, so a mistake behind a key can't show one. Where the market itself is made up, its clock and prices
 * are taken; otherwise one of its own is opened with the first use.
 */
export function createTestData(platform: Platform, { market, headers, streamOf }: Parts): () => Promise<WidgetData> {
  let opened: Promise<WidgetData> | undefined;
  const open = async (): Promise<WidgetData> => {
    const made = market.source.invented ? market : await openTestMarket(platform);
    const moods = new SentimentService(made, NO_CALLS, NO_CLOSINGS);
    const equity = new EquityService({ market: made, sentiment: moods });
    const options = new OptionsService({ market: made, history: new TestOptionClosings(made) });
    made.onRevised(() => {
      moods.revised();
      equity.revised();
    });
    const subjects = new Subjects([...headers, 'cache-control', 'private, no-cache']);
    subjects.add('market-sentiment', { schema: sentiment, of: (code) => moods.of(code, EVERYBODY), known: (code) => moods.known(code, EVERYBODY) });
    subjects.add('equity-insights', { schema: equityInsight, of: (code) => equity.of(code, EVERYBODY), known: (code) => equity.known(code) });
    subjects.add('options-insights', { schema: optionsInsight, of: (code) => options.of(code), known: (code) => options.known(code) });
    return {
      subjects,
      candles: new CandlesService({ market: made, calls: NO_CALLS }),
      stream: streamOf(subjects, { quote: (symbol) => made.quote(symbol) }, TEST_STREAM_LIMITS),
    };
  };
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
