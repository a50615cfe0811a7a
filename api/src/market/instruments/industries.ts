/** Industries of the exchange's index lists that screens call otherwise. All others stand as the lists have them. */
const SECTORS: Readonly<Record<string, string>> = {
  'Automobile and Auto Components': 'Auto',
  'Construction Materials': 'Cement',
  'Consumer Durables': 'Consumer',
  'Consumer Services': 'Consumer',
  'Fast Moving Consumer Goods': 'FMCG',
  'Information Technology': 'IT',
  'Metals & Mining': 'Metals',
  'Oil Gas & Consumable Fuels': 'Energy',
  'Oil, Gas & Consumable Fuels': 'Energy',
  Realty: 'Telecom & Realty',
  Telecommunication: 'Telecom & Realty',
};

const FINANCE = 'Financial Services';
/** `HDFC Bank Ltd.`, `Bank of Baroda`, `State Bank of India`. */
const BANK = /\bbank\b/i;

/** The longest sector an address of the list of calls carries. */
const MOST_CHARACTERS = 40;

/** The sector by which screens group a share. The lists put banks with other financial services. */
export function sectorOf(industry: string, company: string): string {
  if (industry === FINANCE && BANK.test(company)) return 'Banks';
  return (SECTORS[industry] ?? industry).slice(0, MOST_CHARACTERS);
}

/** The sector of a share of which no list names the industry. */
export const NO_SECTOR = 'Other';

/** Which shares an index list holds, by the name of its file: `ind_nifty100list.csv`. Null where it holds all kinds. */
export function capOfIndex(file: string): 'large' | 'mid' | 'small' | null {
  const name = file.toLowerCase().replace(/[^a-z0-9]/g, '');
  // `largemidcap250`, `midsmallcap400` hold both.
  if (/largemid|midsmall|totalmarket|multicap|flexicap/.test(name)) return null;
  if (/midcap/.test(name)) return 'mid';
  if (/smallcap|microcap/.test(name)) return 'small';
  return /nifty(?:50|100|next50)list/.test(name) ? 'large' : null;
}
