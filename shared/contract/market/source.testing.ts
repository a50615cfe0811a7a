import type { MarketSource } from './source.ts';

/** Made-up prices that tick, for tests. */
export const aSource = (more: Partial<MarketSource> = {}): MarketSource => ({
  id: 'simulated',
  name: 'Simulated market',
  licence: '',
  invented: true,
  can: { ticking: true, quotes: true, depth: false, replay: true, options: true },
  ...more,
});

/** The exchange's files of a day, for tests. */
export const aFileSource = (more: Partial<MarketSource> = {}): MarketSource => ({
  id: 'nse-files',
  name: 'NSE end-of-day files',
  licence: 'Prices are those of the National Stock Exchange of India at the end of the day.',
  invented: false,
  can: { ticking: false, quotes: false, depth: false, replay: false, options: true },
  ...more,
});
