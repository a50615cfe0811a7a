import { type BasketTicket, basketTicket, type LegTicket, type TicketRemark, type TicketSubject } from '@vimarsh/shared/contract/trading/types.ts';
import { amountOf, amountProblem } from '@vimarsh/shared/domain/text/typed-amount.ts';

/** A leg as it is typed. `count`: shares, or lots of an option; texts until they are read. */
export interface TicketLegForm extends Omit<LegTicket, 'quantity' | 'price' | 'trigger'> {
  readonly count: string;
  readonly price: string;
  readonly trigger: string;
}
export type LegField = 'count' | 'price' | 'trigger' | 'type' | 'product' | 'side' | 'exchange' | 'validity';
/** One sentence at each field of a leg that needs its owner. */
export type LegProblems = Partial<Record<LegField, string>>;

export const hasPrice = ({ type }: Pick<LegTicket, 'type'>): boolean => type === 'LIMIT' || type === 'SL';
export const hasTrigger = ({ type }: Pick<LegTicket, 'type'>): boolean => type === 'SL' || type === 'SL-M';
/** Shares that one of `count` stands for: a lot of an option, else one share. */
export const unitOf = (leg: Pick<LegTicket, 'contract'>, subject: Pick<TicketSubject, 'lot'> | undefined): number => (leg.contract ? (subject?.lot ?? 1) : 1);

const typed = (price: number | null): string => (price === null ? '' : price.toFixed(2));

/** A ticket as its fields show it. Options stand in lots. */
export const formOf = ({ legs }: BasketTicket, subjects: readonly TicketSubject[]): TicketLegForm[] =>
  legs.map(({ quantity, price, trigger, ...leg }, at) => ({
    ...leg,
    count: String(quantity / unitOf(leg, subjects[at])),
    price: typed(price),
    trigger: typed(trigger),
  }));

/** What was typed as a ticket, or what keeps it from being one. Rules of the market are the server’s. */
export function readTicketForm(legs: readonly TicketLegForm[], subjects: readonly TicketSubject[]): { ticket: BasketTicket | null; problems: LegProblems[] } {
  const problems = legs.map((): LegProblems => ({}));
  const read = legs.map(({ count, price, trigger, ...leg }, at): LegTicket => {
    const missing = leg.contract ? 'Enter how many lots' : 'Enter how many shares';
    const wrong = amountProblem(count, missing) || (Number.isInteger(amountOf(count)) ? '' : 'Enter a whole number');
    if (wrong) problems[at]!.count = wrong;
    const priceOf = (field: 'price' | 'trigger', text: string, has: boolean): number | null => {
      if (!has) return null;
      const problem = amountProblem(text, field === 'price' ? 'Enter a price' : 'Enter a trigger price');
      if (problem) problems[at]![field] = problem;
      return amountOf(text);
    };
    return {
      ...leg,
      quantity: amountOf(count) * unitOf(leg, subjects[at]),
      price: priceOf('price', price, hasPrice(leg)),
      trigger: priceOf('trigger', trigger, hasTrigger(leg)),
    };
  });
  const parsed = basketTicket.safeParse({ legs: read });
  for (const { path, message } of parsed.success ? [] : parsed.error.issues) {
    const [, at, field] = path;
    const of = problems[Number(at)];
    const name = field === 'quantity' ? 'count' : (field as LegField);
    if (of) of[name] ??= message;
  }
  const clean = problems.every((each) => Object.keys(each).length === 0);
  return { ticket: parsed.success && clean ? parsed.data : null, problems };
}

/** The field of the form that a remark is about; null where it is about no field. */
export const ticketFieldOf = ({ field }: Pick<TicketRemark, 'field'>): LegField | null =>
  field === 'quantity' ? 'count' : ['price', 'trigger', 'type', 'product', 'side', 'exchange', 'validity'].includes(field) ? (field as LegField) : null;

/** The proposal of a remark as its field shows it; null where it proposes nothing. */
export function proposalText({ field, proposal }: Pick<TicketRemark, 'field' | 'proposal'>, unit: number): string | null {
  if (proposal === null) return null;
  if (field === 'quantity') return Number.isInteger(proposal / unit) ? String(proposal / unit) : null;
  return field === 'price' || field === 'trigger' ? typed(proposal) : null;
}
