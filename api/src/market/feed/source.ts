import type { MarketSource } from '@vimarsh/shared/contract/market/source.ts';

/** Abilities of a feed. Readers ask for an ability, never for a feed by its name. */
export type FeedAbilities = MarketSource['can'];

/** Where prices are from, with what its operator has to have. */
export interface FeedSource extends Omit<MarketSource, 'can'> {
  /** The licence that showing its prices to the public takes, as a sentence for the operator; empty where it takes none. */
  readonly needs: string;
}

/** Source of a feed, as answers and pages carry it. */
export const marketSourceOf = ({ source: { id, name, licence, invented }, can }: { source: FeedSource; can: FeedAbilities }): MarketSource => ({
  id,
  name,
  licence,
  invented,
  can,
});

/** Prices of whole days, and contracts at the close. */
export const FILE_ABILITIES: FeedAbilities = { ticking: false, quotes: false, depth: false, replay: false, options: true };

/** The exchange's own files of a day. Chains of a broker's feed are read from them, too. */
export const NSE_FILES: FeedSource = {
  id: 'nse-files',
  name: 'NSE end-of-day files',
  licence: 'Prices are those of the National Stock Exchange of India at the end of the day.',
  invented: false,
  needs: 'To show end-of-day prices of the NSE to the public takes an agreement with NSE Data & Analytics.',
};
