import type { RenewalStop } from '../../contract/plans/renewal-stops.ts';

/** Why a plan renews no more, in a sentence of its own. */
export const STOPPED_WORDS: Readonly<Record<RenewalStop, string>> = {
  you: 'You stopped it.',
  bank: 'It was stopped at your bank.',
  price: 'The price is higher than you agreed to.',
  sale: 'You can’t buy this plan at present.',
  refused: 'Your bank refused the payment.',
  late: 'We could not tell you of the payment in time.',
  plan: 'The plan it was for has ended.',
  replaced: 'You agreed to another renewal.',
  unpaid: 'Its first payment never came.',
};
