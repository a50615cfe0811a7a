import { expect, test } from 'vitest';
import { disclosureFooter } from './disclosure-footer.ts';

const AUTHOR = { name: 'Ananya Rao', category: 'Analyst', reg_no: 'INH999900001' } as const;

test.each([
  [[], 'Declares no conflict of interest.'],
  [['holds'], 'Declares: holds securities named here.'],
  [['officer', 'holds'], 'Declares: holds securities named here; is an officer or employee of a company named here.'],
] as const)('%j', (conflicts, words) => {
  expect(disclosureFooter(AUTHOR, conflicts)).toBe(`Ananya Rao, Analyst, SEBI registration INH999900001. ${words} Education and opinion, not personal advice.`);
});
