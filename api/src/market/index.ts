export { createMarket, drawPrices } from './create.ts';
export type { Bar, Candle, CorporateAction, DayBar, Instrument, Listing, Market, MarketClock, Quote, StockFacts } from './market.ts';
export { isMonthlyExpiry } from './options/expiries.ts';
export type { ChainRow, FutureQuote, Interest, OptionBeat, OptionChain, OptionMarket, OptionQuote } from './options/option-market.ts';
export { type StagedMarket, stageMarket } from './staged-market.ts';
