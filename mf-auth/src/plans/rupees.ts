import { formatInr, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

/** Paise as people read them: whole rupees without decimals. */
export const rupees = (paise: number): string => (paise % 100 === 0 ? `₹${formatNumber(paise / 100)}` : formatInr(paise / 100));
/** The same with paise always, where sums stand below each other. */
export const exact = (paise: number): string => formatInr(paise / 100);
