import '@vimarsh/shared/domain/market/past-years.ts';

export { createMarket, drawPrices } from './create-market.ts';
export { marketOnFile } from './files/files-market.ts';
export { type ImportOptions, type ImportReport, importFiles, isRefused, type OnProgress, storesIn } from './files/import-files.ts';
export type { Place } from './files/imported-days.store.ts';
export type { FileChange } from './files/refusal.ts';
export { fileLine, summaryLines } from './files/summary.ts';
export { ISSUERS } from './instruments/names.ts';
export type { Bar, Candle, CorporateAction, DayBar, Instrument, Listing, Market, MarketClock, Quote, StockFacts } from './market.ts';
export { isMonthlyExpiry } from './options/expiries.ts';
export type { ChainRow, FutureQuote, Interest, OptionBeat, OptionChain, OptionMarket, OptionQuote } from './options/option-market.ts';
export { ownSymbol } from './own-symbol.ts';
export { instrumentOf } from './routes.ts';
export { sharesFor } from './share-count.ts';
