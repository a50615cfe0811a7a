import '@vimarsh/shared/domain/market/past-years.ts';

export { createMarket, drawPrices } from './create.ts';
export { ISSUERS } from './data/names.ts';
export { marketOnFile } from './files-market.ts';
export type { Bar, Candle, CorporateAction, DayBar, Instrument, Listing, Market, MarketClock, Quote, StockFacts } from './market.ts';
export { isMonthlyExpiry } from './options/expiries.ts';
export type { ChainRow, FutureQuote, Interest, OptionBeat, OptionChain, OptionMarket, OptionQuote } from './options/option-market.ts';
export { ownSymbol } from './own-symbol.ts';
export { type ImportOptions, type ImportReport, importFiles, isRefused, type OnProgress, storesIn } from './replay/import-files.ts';
export type { Place } from './replay/imported-days.store.ts';
export type { FileChange } from './replay/refusal.ts';
export { fileLine, summaryLines } from './replay/summary.ts';
export { instrumentOf } from './routes.ts';
export { sharesFor } from './share-count.ts';
