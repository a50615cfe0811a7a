/** Parts of an insight by the names a partner's page may choose them by. What it is of, when, and what it is not, always stand. */
export const SENTIMENT_SECTIONS = ['score', 'drivers'] as const;
export const EQUITY_SECTIONS = ['chart', 'rating', 'indicators', 'levels', 'risk', 'future', 'signals', 'experts', 'peers'] as const;
export const OPTIONS_SECTIONS = ['glance', 'chain', 'interest', 'volatility', 'session', 'build-up', 'strategy'] as const;

/** Whether a section is shown. */
export type Sections<Name extends string> = (name: Name) => boolean;
export type SentimentSections = Sections<(typeof SENTIMENT_SECTIONS)[number]>;
export type EquitySections = Sections<(typeof EQUITY_SECTIONS)[number]>;
export type OptionsSections = Sections<(typeof OPTIONS_SECTIONS)[number]>;

export const allSections = (): boolean => true;

/** Of a comma list. Names nobody knows are handed back; a list without any known one shows everything. */
export function sectionsOf(list: string, known: readonly string[]): { readonly sections: Sections<string>; readonly unknown: readonly string[] } {
  const wanted = list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  const unknown = wanted.filter((name) => !known.includes(name));
  return { sections: unknown.length === wanted.length ? allSections : (name) => wanted.includes(name), unknown };
}
