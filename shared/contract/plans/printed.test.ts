import { expect, test } from 'vitest';
import { bankAccount } from './bank-account.ts';
import { hasPinCode, printed } from './printed.ts';
import { billingDetails } from './types.ts';

const GSTIN = '27AAPFU0939F1ZV';
const DETAILS = { name: 'Asha Rao', address: 'Fort, Mumbai 400001', state: '27', country: '', gstin: GSTIN };

test.each([
  ['Fort, Mumbai 400 001', 'Fort, Mumbai 400 001'],
  ['Fort, Mumbai 400\u00a0001', 'Fort, Mumbai 400 001'],
  ['Fort, Mumbai\u2009400\u202f001', 'Fort, Mumbai 400 001'],
  ['Fort, Mumbai 400-001', 'Fort, Mumbai 400-001'],
  ['Fort, Mumbai – 400001', 'Fort, Mumbai - 400001'],
  ['Fort, Mumbai—400001', 'Fort, Mumbai-400001'],
  ['Fort, Mumbai ४०० ००१', 'Fort, Mumbai 400 001'],
  ['Fort, Mumbai ௪௦௦௦௦௧', 'Fort, Mumbai 400001'],
  ['“Raj’s house”,\nFort, Mumbai PIN400001', '"Raj\'s house", Fort, Mumbai PIN400001'],
  ['\u200bFort, Mumbai\u00ad 400001\ufeff', 'Fort, Mumbai 400001'],
])('the address %j has its PIN code', (typed, address) => {
  const read = billingDetails.parse({ ...DETAILS, address: typed });
  expect(read.address).toBe(address);
  expect(billingDetails.parse(read)).toEqual(read);
});

test.each(['Fort, Mumbai', 'Fort, Mumbai 40001', 'Fort, Mumbai 4000011', 'Fort, Mumbai 040001', 'Call 9000000002'])('“%s” has none', (address) =>
  expect(hasPinCode(address)).toBe(false),
);

test.each([
  ['D’Souza', "D'Souza"],
  ['D‘Souza', "D'Souza"],
  ['Côte d’Ivoire', "Côte d'Ivoire"],
  ['Jose\u0301', 'José'],
  ['Šimon Žižka', 'Šimon Žižka'],
  ['“Œuvre” GmbH…', '"Œuvre" GmbH…'],
  ['Rao & Sons™', 'Rao & Sons™'],
])('the name %s is printed as %s', (name, read) => {
  expect(billingDetails.parse({ ...DETAILS, name }).name).toBe(read);
  expect(bankAccount.parse({ holder: name, ifsc: 'HDFC0001234', number: '123456789012' }).holder).toBe(read);
});

test.each([
  ['Łódź', 'Write it: “Ł” can’t be printed'],
  ['Asha आशा', 'Write it: “आ” can’t be printed'],
  ['Ra\u0304o', 'Write it: “ā” can’t be printed'],
  ['Ax\u0304', 'Write it: “x\u0304” can’t be printed'],
  ['Asha 😀', 'Write it: “😀” can’t be printed'],
  ['[7]', 'Write it'],
])('%s is refused by name: %s', (typed, message) =>
  expect(
    printed(100, 'Write it')
      .safeParse(typed)
      .error!.issues.map((one) => one.message),
  ).toEqual([message]),
);
