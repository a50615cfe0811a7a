import { asItLooks } from './forbidden-words.ts';

const WORDS =
  /\b(?:lite|premium|pro|publisher|plans?|subscri\w*|coupons?|discounts?|prices?|pricing|fees?|costs?|cheaper|rupees?|inr|rs\.?\s?\d)\b|₹|\brs\.?\s?\d|\d\s?% off\b|प्लान|योजना|लाइट|प्रीमियम|प्रो(?![\u0900-\u097f])|सदस्यता|कूपन|छूट|कीमत|दाम|मूल्य|शुल्क|फीस|रुपय|रुपए|रु\.?\s?\d/i;

/** Whether a text names a plan or a price, in English or Hindi. In doubt it does: who is not to read prices then reads less. */
export const namesPlans = (text: string): boolean =>
  [text, asItLooks(text)].some((each) => WORDS.test(each.normalize('NFD').replaceAll('\u093c', '').normalize('NFC')));
