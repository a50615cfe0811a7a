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
