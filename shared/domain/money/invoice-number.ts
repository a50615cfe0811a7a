import { istDay } from '../market/calendar.ts';

/** India’s financial year of an instant, from April to March: `26-27`. */
export function financialYear(at: Date): string {
  const [year, month] = istDay(at).split('-').map(Number) as [number, number];
  const first = month >= 4 ? year : year - 1;
  return [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('-');
}

const SERIES = { invoice: 'VR', credit_note: 'VC' } as const;
export type Series = keyof typeof SERIES;

/** At most 16 characters, counted anew each financial year (CGST Rules, 46 and 53). */
export const invoiceNumber = (series: Series, year: string, serial: number): string => `${SERIES[series]}/${year}/${String(serial).padStart(6, '0')}`;
