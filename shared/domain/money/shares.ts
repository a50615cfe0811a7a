import type { PlanName } from '../../contract/identity/types.ts';
import { nearest } from './gst.ts';

/** What a partner’s contract gives it of the fees of its site, from a month on. */
export interface ShareTerm {
  /** '' is every plan of investors. */
  readonly plan: PlanName | '';
  /** Hundredths of a per cent. */
  readonly basis_points: number;
  /** Month of India’s calendar. */
  readonly from_month: string;
  readonly approved_at: Date;
}

const ALL = 10_000;

/** A share of a fee without GST, to the nearest paisa, half of one up. */
export const shareOf = (taxable: number, basis_points: number): number => nearest(taxable * basis_points, ALL);

/**
 * What holds for a plan in a month. A term for the plan stands before one for all, whichever is later; of two of a kind the later month
 * counts, and of one month that which was approved last. The plan of experts has a share only by a term that names it.
 */
export function rateOf(terms: readonly ShareTerm[], plan: PlanName, month: string): number {
  const latest = (of: ShareTerm['plan']): ShareTerm | undefined =>
    terms
      .filter((term) => term.plan === of && term.from_month <= month)
      .toSorted((a, b) => (a.from_month < b.from_month ? -1 : a.from_month > b.from_month ? 1 : a.approved_at.getTime() - b.approved_at.getTime()))
      .at(-1);
  return (latest(plan) ?? (plan === 'Publisher' ? undefined : latest('')))?.basis_points ?? 0;
}

/** An invoice, or a credit note about one. */
export interface Paper {
  readonly number: string;
  readonly kind: 'invoice' | 'credit_note';
  /** The invoice that a credit note takes back, '' of an invoice. */
  readonly about: string;
  readonly plan: PlanName;
  readonly taxable: number;
}

/** What a paper adds to a statement: below zero where it takes back. */
export interface ShareLine {
  readonly number: string;
  readonly about: string;
  readonly basis_points: number;
  readonly taxable: number;
  readonly share: number;
}

/** Of an invoice: at which rate it was shared, and what is left of its fee after its credit notes so far. */
export interface Shared {
  readonly basis_points: number;
  readonly left: number;
}

/**
 * The lines of a month. A credit note takes back at the rate of its invoice, so that what remains is always the share of what is left of the
 * fee: of an invoice that was taken back whole nothing remains. One whose invoice was never shared takes back nothing.
 */
export function shareLines(papers: readonly Paper[], rate: (plan: PlanName) => number, earlier: ReadonlyMap<string, Shared>): ShareLine[] {
  const shared = new Map(earlier);
  const line = ({ number, about, kind, plan, taxable }: Paper): ShareLine => {
    if (kind === 'invoice') {
      const basis_points = rate(plan);
      shared.set(number, { basis_points, left: taxable });
      return { number, about, basis_points, taxable, share: shareOf(taxable, basis_points) };
    }
    const { basis_points, left } = shared.get(about) ?? { basis_points: 0, left: taxable };
    shared.set(about, { basis_points, left: left - taxable });
    const share = shareOf(left - taxable, basis_points) - shareOf(left, basis_points);
    return { number, about, basis_points, taxable: -taxable, share };
  };
  // An invoice comes before what takes it back, in the same month too.
  return [...papers.filter(({ kind }) => kind === 'invoice'), ...papers.filter(({ kind }) => kind === 'credit_note')].map(line);
}

/** What a month comes to: where it is below zero nothing is paid, and that is carried to the next. */
export function statementOf(opening: number, lines: readonly ShareLine[]): { net: number; share: number; payable: number; carried: number } {
  const net = lines.reduce((sum, line) => sum + line.taxable, 0);
  const share = lines.reduce((sum, line) => sum + line.share, 0);
  const due = opening + share;
  return { net, share, payable: Math.max(0, due), carried: Math.min(0, due) };
}
