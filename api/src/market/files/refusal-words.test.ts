import { expect, test } from 'vitest';
import type { ActionRow } from './actions/actions-layout.ts';
import { readActionFile, readExchangeFile } from './bhavcopy.ts';
import type { ImportReport } from './import-files.ts';
import { Refusal } from './refusal.ts';
import { legacyFile } from './sample-files.testing.ts';
import { ratioText, summaryLines } from './summary.ts';

const ROW = { symbol: '360ONE', o: 1041, h: 1072.4, l: 1033.4, c: 1066.5, prev: 1034.65 };
const EMPTY: ImportReport = { files: [], passedOver: [], missing: [], contradicted: [], renamed: [], otherIsins: [], repeated: [] };

function refused(name: string, text: string): string {
  try {
    readExchangeFile(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return summaryLines({ ...EMPTY, files: [{ name, code: error.code, refused: error.message, changes: [] }] }).at(-1)!;
  }
  return 'taken';
}

test.each(['04-05-2026', '4/5/2026', '05/04/26', '46146', '2026/05/04', '04.05.2026', '04 May 2026', '4-5-26', '2026-05-04 00:00:00', '०४-०५-२०२६'])(
  'a date that a spreadsheet wrote as %s is shown, with the form that is wanted and what to do',
  (written) => {
    const text = legacyFile('2026-05-04', [ROW]).replace('04-May-2026', written).replace(/,\n/g, '\r\n');
    expect(refused('cm04MAY2026bhav.csv', text)).toBe(
      `Refused (EMPTY), nothing stored of it: cm04MAY2026bhav.csv. No row can be used; line 2: the date “${written}” is not written as 04-May-2026 or 2026-05-04. Fetch the exchange’s own file again and import it unchanged.`,
    );
  },
);

test.each([
  [
    'a price with a decimal comma',
    legacyFile('2026-05-04', [ROW]).replace(',1041,', ',"1.041,00",'),
    /OPEN is not a price \(it begins “360ONE,EQ,1\.041,00,.*Fetch/,
  ],
  ['no rows', legacyFile('2026-05-04', []), /header but no rows\. Fetch/],
  ['cut', legacyFile('2026-05-04', [ROW]).slice(0, -30), /cut off.*Fetch it again/],
  ['another table', 'a,b\n1,2\n', /not an NSE bhavcopy.*Import the day’s bhavcopy/],
  ['two days', legacyFile('2026-05-04', [ROW, { ...ROW, symbol: 'TCS' }]).replace('04-May-2026', '05-May-2026'), /mixes dates.*one for each day/],
])('%s says what to do', (_what, text, words) => expect(refused('x.csv', text)).toMatch(words));

test.each([
  [2, 'divided by 2'],
  [10, 'divided by 10'],
  [5 / 3, 'times 3/5'],
  [1.1, 'times 10/11'],
  [1.5, 'times 2/3'],
  [0.1, 'times 10'],
  [1 / 3, 'times 3'],
  [117, 'divided by 117'],
  [4 / 3, 'times 3/4'],
  [1.3, 'times 10/13'],
])('a ratio of %d is “%s”', (ratio, words) => expect(ratioText(ratio)).toBe(words));

const action = (purpose: string): string => {
  const file = readActionFile(`"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE"\n"TCS","TCS","EQ","${purpose}","1","06-May-2026"\n`)!;
  const row: ActionRow = file.rows[0]!;
  const taken = { name: 'ca.csv', day: row.day, layout: file.layout, read: 1, skipped: [], stored: 1, corrected: 0, unchanged: 0, changes: [], actions: [row] };
  return summaryLines({ ...EMPTY, files: [taken] }).at(-1)!;
};
test.each([
  ['Bonus 116:1 - 6% Cumulative Redeemable Preference Shares', 'divides nothing'],
  ['Bonus Debentures 1:1', 'divides nothing'],
  ['Bonus 1:1 NCDs', 'divides nothing'],
  ['Bonus 4:1 - NCRPS', 'divides nothing'],
  ['Bonus Warrants 1:5', 'divides nothing'],
  ['Bonus 1:4 Preference Shares/Dividend - Rs 5 Per Share', 'divides nothing, ₹5 a share'],
  ['Bonus 1:10 (Cancelled)', 'divides nothing'],
  ['Bonus 1:10 (Revised)', 'not understood: its calls are not judged from that day on'],
  ['Demerger', 'no list tells its terms: its calls are not judged from that day on'],
  ['Rights 1:7 @ Premium Rs 590/-', 'prices by the last close with the right: 1 new for 7 at ₹591'],
  ['Rights 1:7', 'its ratio or price is missing: its calls are not judged from that day on'],
  ['Bonus 2:3', 'prices times 3/5'],
  ['Face Value Split - From Rs 10/- To Rs 2/-', 'prices divided by 5'],
  ['Dividend - Rs 5 Per Share', '₹5 a share'],
])('“%s” on file says: %s', (purpose, words) => expect(action(purpose)).toBe(`Action in ca.csv: TCS on 2026-05-06, “${purpose}” (${words})`));
