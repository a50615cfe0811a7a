import * as z from 'zod/mini';
import { route } from '../route.ts';
import { code } from '../text.ts';
import { printed } from './printed.ts';

/** Where a refund is paid that can’t go back the way it was paid. */
export const bankAccount = z.object({
  holder: printed(100, 'Write the name in Latin letters, as your bank does').check(z.minLength(1, 'Field is required')),
  /** Names the bank and its branch. */
  ifsc: code(40).check(z.regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'An IFSC has 11 characters: four letters, a zero and six more')),
  number: code(40).check(z.regex(/^\d{9,18}$/, 'An account number has 9 to 18 digits')),
});
export type BankAccount = z.output<typeof bankAccount>;

/** As its owner reads it: of the number its last four digits. */
export const shownBankAccount = z.object({ holder: z.string(), ifsc: z.string(), ends_with: z.string(), saved_at: z.string() });
export type ShownBankAccount = z.output<typeof shownBankAccount>;

export const readBankAccount = route({
  method: 'GET',
  path: '/plans/v1/bank_account',
  summary:
    'The caller’s bank account for refunds that can’t go back the way they were paid. `needed`: the caller has paid for something here; `owed_paise`: what waits for the account.',
  access: 'session',
  data: z.object({ account: z.nullable(shownBankAccount), needed: z.boolean(), owed_paise: z.number() }),
});

/** FORBIDDEN for who never paid here: there is nothing to pay back. */
export const saveBankAccount = route({
  method: 'POST',
  path: '/plans/v1/bank_account',
  summary: 'Keep a bank account for such refunds, in place of the one before. Its owner is told by mail.',
  access: 'session',
  body: bankAccount,
  data: shownBankAccount,
});

export const removeBankAccount = route({
  method: 'POST',
  path: '/plans/v1/bank_account/remove',
  summary: 'Forget the bank account. Its owner is told by mail.',
  access: 'session',
  data: z.object({}),
});
