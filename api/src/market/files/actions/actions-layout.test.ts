import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPurpose } from '../../instruments/actions/purpose.ts';
import { readAction } from './actions-layout.ts';

const line = (purpose: string, more: Record<string, string> = {}) => {
  const cells: Record<string, string> = { SYMBOL: 'ECLERX', SERIES: 'EQ', PURPOSE: purpose, 'EX-DATE': '13-Mar-2026', ...more };
  return readAction((column) => cells[column] ?? '');
};

describe('a line of the list of corporate actions', () => {
  test.each([
    ['Bonus 1:1', 2, null],
    ['Bonus 1:4', 1.25, null],
    ['BONUS ISSUE 3:10', 1.3, null],
    ['Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share', 5, null],
    ['Face Value Split (Sub-Division) - From Rs 10/- Per Share To Re 1/- Per Share', 10, null],
    ['FV SPLIT RS.5 TO RE.1', 5, null],
    ['Consolidation Of Equity Shares From Re 1/- Per Share To Rs 10/- Per Share', 0.1, null],
    ['Bonus 1:1/ Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share', 10, null],
    ['Interim Dividend - Rs 10.25 Per Share', null, 10.25],
    ['Dividend - Rs 5 Per Share/Special Dividend - Re 1 Per Share', null, 6],
    ['Face Value Split From Rs 100/- Per Unit To Re 1/- Per Unit', 100, null],
    ['Dividend - Rs 1,250 Per Share', null, 1250],
    ['Fv Split From Rs 1,000/- To Rs 100/-', 10, null],
    ['Dividend - Rs 12,50 Per Share', null, null],
    ['Interim Dividend - Rs - 3 Per Share', null, 3],
    ['Bonus 1:1/Dividend - Rs 5 Per Share', 2, 5],
    ['Bonus 1:1/Dividend', 2, null],
    ['Bonus 4:1 And Face Value Split (Sub-Division) - From Rs 2/- Per Share To Re 1/- Per Share', 10, null],
    ['Bonus Issue Of Equity Shares In The Ratio Of 1:2', 1.5, null],
    ['Bonus Equity Shares - 2 : 1', 3, null],
    ['Bonus 1 for every 4', 1.25, null],
    ['Bonus 1 For 1', 2, null],
    ['Bonus1:1', 2, null],
    ['BON 1:1', 2, null],
    ['Bonus-1 Equity Share For Every 2 Shares Held', 1.5, null],
    ['Bonus 1 New Equity Share For 4', 1.25, null],
    ['Bonus 1 Dvr For Every 20 Equity Shares', null, null],
    ['Bonus 1 Ncd For Every 2 Shares', null, null],
    ['FACE VALUE SPLIT RS 10 TO 2', 5, null],
    ['Fv Split From Rs.10/- To 1/-', 10, null],
    ['Consolidation Of Shares Of Re 1, Ten Shares To 1 Share', null, null],
    ['Fv Splt Frm Rs 10 To Re 1', 10, null],
    ['Fv Splt Frm Rs.10/- To Rs.2/-', 5, null],
    ['Sub Division Of Shares From Rs 10/ Per Share To Rs 5/ Per Share', 2, null],
    ['Face Value Change From ₹10 To ₹2', 5, null],
    ['Consolidation Of Shares From Re.1 To Rs.10', 0.1, null],
    ['Int Div-Rs.2 Per Share', null, 2],
    ['Interim Dividend - Rs 2 Per Share, Special Dividend - Rs 40 Per Share', null, 42],
    // Papers that are no shares.
    ['Scheme Of Arrangement - Bonus Ncrps 4:1', null, null],
    ['Bonus Debentures 1:1', null, null],
    ['Bonus Ncd In The Ratio Of 1:1', null, null],
    ['Bonus 1:1 Debentures', null, null],
    ['Bonus Preference Shares 4:1', null, null],
    ['Bonus Issue Of Ncrps In The Ratio Of 6:1', null, null],
    ['Bonus - Redeemable Preference Shares 1:1', null, null],
    ['Preference Shares - Bonus 1:1', null, null],
    ['Bonus 1:1/Bonus Debentures 1:1', 2, null],
    ['Bonus Debentures 1:1/Dividend - Rs 5 Per Share', null, 5],
    ['Dividend On Preference Shares - Rs 7 Per Share', null, null],
    // Words that say nothing measurable: a step in the price stays a doubt.
    ['Bonus', null, null],
    ['Bonus Xyz 1:1', null, null],
    ['Bonus/Rights 1:1', null, null],
    ['Capital Reduction 10:1', null, null],
    ['Scheme Of Arrangement', null, null],
    ['Consolidation Of Shares', null, null],
    ['Amalgamation', null, null],
    ['Buy Back Of Shares', null, null],
    ['Dividend - 50%', null, null],
    ['Demerger', null, null],
    ['Rights 1:5 @ Premium Rs 100/-', null, null],
  ])('%s', (purpose, ratio, dividend) => {
    expect(line(purpose)).toEqual({ symbol: 'ECLERX', day: '2026-03-13', purpose, ratio, dividend, face_value: null });
  });

  test.each([
    ['Annual General Meeting', {}],
    ['Bonus 1:1', { SERIES: 'N1' }],
  ])('%s %o changes no price that calls are judged by', (purpose, more) => {
    expect(line(purpose, more)).toBeNull();
  });

  test.each(['BE', 'BZ', 'SM', 'ST'])('of a share in series %s too', (SERIES) => {
    expect(line('Bonus 1:1', { SERIES })).toMatchObject({ ratio: 2 });
  });

  const PAPERS = [
    'Debentures',
    'Debenture',
    'NCD',
    'NCDs',
    'NCRPS',
    'Ncrps',
    'CRPS',
    'OCPS',
    'CCPS',
    'Preference Shares',
    'Pref Shares',
    'Bonds',
    'Warrants',
    'CCD',
    'RPS',
  ];
  test('whatever stands around a paper that is no share, and however the ratio is written, nothing is divided; of shares it is', () => {
    const around = fc.record({
      before: fc.constantFrom('', 'Scheme Of Arrangement - ', 'Dividend - Rs 2 Per Share/', 'Annual General Meeting/', 'Issue - '),
      lead: fc.constantFrom('', 'Issue Of ', '- ', ': '),
      between: fc.constantFrom(' ', ' - ', ' In The Ratio Of ', ' Issue '),
      sign: fc.constantFrom(':', ' : '),
      after: fc.constantFrom('', '/Dividend - Rs 1 Per Share', ' / Special Dividend - Re 1 Per Share', ' And Dividend - Rs 3 Per Share'),
      held: fc.integer({ min: 1, max: 20 }),
      given: fc.integer({ min: 1, max: 20 }),
      shout: fc.boolean(),
    });
    type Around = typeof around extends fc.Arbitrary<infer T> ? T : never;
    const said = ({ before, lead, between, sign, after, held, given, shout }: Around, paper: string) => {
      const text = `${before}Bonus ${lead}${paper}${between}${given}${sign}${held}${after}`;
      return line(shout ? text.toUpperCase() : text);
    };
    fc.assert(
      fc.property(around, fc.constantFrom(...PAPERS), (words, paper) => {
        expect(said(words, paper)).toMatchObject({ ratio: null });
      }),
    );
    fc.assert(
      fc.property(around, fc.constantFrom('', 'Shares', 'Equity Shares'), (words, paper) => {
        expect(said(words, paper)).toMatchObject({ ratio: (words.given + words.held) / words.held });
      }),
    );
  });

  test.each([
    ['Bonus 1:1', { 'EX-DATE': '31-Feb-2026' }, 'the ex-date “31-Feb-2026” is not written as 04-May-2026 or 2026-05-04'],
    ['Bonus 1:1', { SYMBOL: 'a b' }, 'the symbol is not valid'],
    ['', {}, 'the purpose is empty'],
  ])('%s %o is skipped: %s', (purpose, more, problem) => {
    expect(line(purpose, more)).toBe(problem);
  });

  // The open is no witness of these: a bonus of 1:10 moves a price by less than a day's trading may.
  test.each([
    'Bonus 1:10 (Cancelled)',
    'BONUS 1:10 - CANCELED',
    'Bonus 1:8 Withdrawn',
    'Bonus 1:8 (Withdrawal)',
    'Bonus Issue 1:10 Stands Cancelled',
    'Bonus 1:10 [Has Been Cancelled By The Company]',
    'Bonus Issue Of Equity Shares 1:20 - Postponed',
    'Bonus 1:20, Deferred Till Further Notice',
    'Bonus 1:20; Kept In Abeyance',
    'Bonus 1:10 Not Approved',
    'Bonus 1:10 - Rejected',
    'Bonus 1:10 On Hold',
    'Cancellation Of Bonus 1:10',
    'Fv Split From Rs 10 To Rs 9 Postponed',
    'Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share (Cancelled)',
    'Consolidation Of Shares From Re 1 To Rs 10 - Called Off',
    'Bonus (Cancelled)',
    'Dividend - Rs 5 Per Share (Cancelled)',
  ])('“%s” did not happen', (purpose) => {
    for (const written of [purpose, purpose.toUpperCase(), purpose.toLowerCase()])
      expect(readPurpose(written), written).toMatchObject({ ratio: null, dividend: null, isUnclear: false });
  });

  test.each([
    'Bonus 1:20 Of Dvr Shares',
    'Bonus 1:20 DVRs',
    'Bonus Issue 1:1 Of Dvr Equity Shares',
    'Bonus 1:20 Of Differential Voting Rights Shares',
    'Bonus 1:20 ‘A’ Ordinary Shares',
    'Bonus 1:20 Class B Shares',
    'Bonus 1:20 Non-Voting Shares',
  ])('“%s” gives out another paper', (purpose) => {
    expect(readPurpose(purpose)).toMatchObject({ ratio: null, dividend: null, isUnclear: false });
  });

  test.each([
    'Bonus 1:10 (Revised)',
    'Bonus 1:10 - Rescheduled',
    'Bonus 1:10 Postponed From 04-May-2026',
    'Bonus 1:10 Subject To Approval',
    'Bonus 1:10, Subject To Shareholders Approval',
    'Dividend - Rs 2 Per Share/Bonus 1:10 - Both Subject To Approval',
    'Bonus 1:10/Dividend - Rs 2 Per Share - Both Subject To Approval',
    'Bonus 1:10 (Proposed)',
    'Bonus 1:10 Tentative',
    'Bonus 1:10 Not Cancelled',
    'Bonus 1:10 Cancellation Withdrawn',
    'Bonus 1:10/Interim Dividend - Rs 5 Per Share - Cancelled',
    'Bonus 1:10/Face Value Split From Rs 10 To Rs 9 (Postponed)',
    'Bonus 1:10 Canclld',
    'Bonus 1:10 Of Acme Limited',
    'Bonus 1:10 बोनस रद्द',
    'Bonus 1:10 Or 1:20',
    'Bonus Xyz 1:10',
    'Bonus 1;10',
    'Bonus One Equity Share For Every Ten Held',
    'Bonus',
    'Bonus 1:0',
    'Bonus 99999:1',
    'Fv Split Rs.10/- To Rs.10/-',
    'Consolidation Of Shares',
    'Capital Reduction 10:9',
    'Bonus 1:10/Something New',
  ])('“%s” divides nothing, and is not understood', (purpose) => {
    expect(readPurpose(purpose)).toMatchObject({ ratio: null, isUnclear: true });
  });

  test.each([
    'Bonus 1:10',
    'Bonus 1:10/Dividend - Rs 5 Per Share',
    'Annual General Meeting/Bonus 1:10',
    'Bonus Issue Of New Fully Paid Up Equity Shares In The Ratio Of 1:10 Of Rs 10/- Each',
    'Bonus 1:10 And Rights 1:5 @ Rs 100/-',
    'Bonus 1:10/Bonus Debentures 1:1',
    'Rights 1:5 @ Rs 100/-',
    'Interim Dividend - Rs 5 Per Share (Face Value Rs 10)',
    'Buy Back Of Shares',
  ])('“%s” leaves no doubt of the share count', (purpose) => {
    expect(readPurpose(purpose)).toMatchObject({ ratio: purpose.includes('Bonus 1:10') || purpose.includes('Issue') ? 1.1 : null, isUnclear: false });
  });

  test('whatever word is added to a bonus, it is applied only where every word is known', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,12}$/), fc.boolean(), (word, before) => {
        const { ratio, isUnclear } = readPurpose(before ? `${word} Bonus 1:10` : `Bonus 1:10 ${word}`);
        expect(ratio === null || KNOWN.has(word)).toBe(true);
        expect(ratio === null || !isUnclear).toBe(true);
      }),
    );
  });
});

const KNOWN = new Set(
  'bonus bon issue equity share shares shs stock ordinary new existing fully paid held each the for every per ratio proportion face value split splt splits spl spt sub scheme arrangement division subdivision consolidation change from frm inr rupee rupees and'.split(
    ' ',
  ),
);
