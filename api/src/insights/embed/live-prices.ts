import type { WidgetName } from '@vimarsh/shared/contract/embed/types.ts';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import type { Quote } from '@vimarsh/shared/contract/market/types.ts';
import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import type { Sentiment } from '@vimarsh/shared/contract/sentiment/types.ts';
import type { Subject } from './subjects.ts';

type Data = Subject['data'];
type Set = Readonly<Record<string, unknown>>;

/**
 * A widget's figures are computed anew every few seconds; its price goes on ticking in between. Here is what of each widget
 * that is: the fields as a stream tells them (`domain/insights/nested-change.ts`), null where it shows no price of this market. The
 * day's range goes along, so that no price is outside of it, and the basis, which is the future's last price less the spot.
 */
const PRICES: Record<WidgetName, (data: Data, quote: Quote) => Set | null> = {
  'market-sentiment': (data, { ltp, change, change_pct }) => ((data as Sentiment).ltp === ltp ? null : { ltp, change, change_pct }),
  'equity-insights': (data, { ltp, change, change_pct, high, low }) =>
    (data as EquityInsight).quote.ltp === ltp ? null : { quote: { '~': { ltp, change, change_pct, high, low } } },
  'options-insights': (data, { ltp, change_pct }) => {
    const { spot, prices_from, future } = data as OptionsInsight;
    // Where quotes of contracts are of an earlier time, the price of their share is of that time, too.
    if (spot === ltp || !prices_from?.can.quotes) return null;
    return { spot: ltp, change_pct, ...(future && { future: { '~': { basis: Math.round((future.last - ltp) * 100) / 100 } } }) };
  },
};

/** What a quote changes in data that pages have; null when it is the price they show. */
export const priceChange = ({ widget }: Pick<Subject, 'widget'>, data: Data, quote: Quote): Set | null => PRICES[widget](data, quote);
