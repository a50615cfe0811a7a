import { expect, test } from 'vitest';
import { forbiddenWords } from './forbidden-words.ts';

test.each([
  '९८७६५ ४३२१०',
  'Call ৯৮৭৬৫৪৩২১০ now',
  '987 654 3210',
  '98 765 432 10',
  '9 8 7 6 5 4 3 2 1 0',
  '98765.43210',
  '98.76.54.32.10',
  '(98765) 43210',
  '98765–43210',
  '98765 — 43210',
  '98765 43210, any time',
  'Ring 98765 43210.',
  '098765 43210',
  '+91 (98765) 43210',
  '919876543210',
  'On 26-11-2026 ring 98765 43210',
])('a phone number: %s', (text) => expect(forbiddenWords(text)).toBe('a phone number'));

test.each([
  ['vipcalls.com/join', 'a link'],
  ['See Vip-Calls.co.in/a', 'a link'],
  ['vipcalls . com/join', 'a link'],
  ['nseindia.com.my-tips.in/join', 'a link'],
  ['t . me/vip', 'a messenger link'],
  ['t。me/vip', 'a messenger link'],
  ['ᴛᴇʟᴇɢʀᴀᴍ', 'a messenger link'],
  ['Guar\ufe0fanteed', 'a promise of profit'],
  ['Guar\u0323anteed', 'a promise of profit'],
  ['guár\u034fánteed', 'a promise of profit'],
  ['ɡuaranteed', 'a promise of profit'],
  ['गा\u0323रंटी', 'a promise of profit'],
  ['mult\u0131bagger', 'a superlative about yourself'],
  ['८५% accuracy', 'a claim of accuracy'],
  ['foo@gmail . com', 'an e-mail address'],
])('%s: %s', (text, what) => expect(forbiddenWords(text)).toBe(what));

test.each([
  ['g u a r a n t e e d profit', 'a promise of profit'],
  ['guarant33d profit', 'a promise of profit'],
  ['guaaaranteeed profit', 'a promise of profit'],
  ['guar anteed profit', 'a promise of profit'],
  ['gu@ranteed profit', 'a promise of profit'],
  ['gauranteed profit', 'a promise of profit'],
  ['guaraոteed sureshοt', 'a promise of profit'],
  ['🅶🆄🅰🆁🅰🅽🆃🅴🅴🅳', 'a promise of profit'],
  ['s.u.r.e.s.h.o.t', 'a promise of profit'],
  ['शत प्रतिशत मुनाफ़ा, नुकसान नहीं होगा', 'a promise of profit'],
  ['Pakka munafa, loss nahi hoga', 'a promise of profit'],
  ['nine eight seven six five four three two one zero', 'a phone number'],
  ['नौ आठ सात छह पाँच चार तीन दो एक शून्य', 'a phone number'],
  ['98765,43210', 'a phone number'],
  ['9876543lO2', 'a phone number'],
  ['ravi at gmail dot com', 'an e-mail address'],
  ['ravi at the rate ybl', 'a payment address'],
  ['A/c 123456789012, IFSC HDFC0001234', 'a payment address'],
  ['w.h.a.t.s.a.p.p group of mine', 'a messenger link'],
  ['t dot me slash vip', 'a messenger link'],
  ['Install AnyDesk', 'an app for access to a device'],
])('in disguise, %s: %s', (text, what) => expect(forbiddenWords(text)).toBe(what));

test.each([
  'There is no guarantee that margins hold.',
  'Nothing here is guaranteed, and no return is assured.',
  'इसकी कोई गारंटी नहीं है।',
  'The spread over the risk-free rate fell.',
  'A bank guarantee of 50 crore was given.',
  'Margins are the traders’',
  "Margins are the traders'",
  'Capacity grew to 200, 600, 900, 1200, 3000 units in five years.',
])('a denial is no promise: %s', (text) => expect(forbiddenWords(text)).toBeNull());

test.each([
  'NIFTY closed at 24,350.50, up 112.35 from 24,238.15.',
  'The signal came on 2026-11-20, and on 9-11-2026 245 lots were bought.',
  'On 7-8-2026 1450 was the high.',
  'Bought the 24000 CE at 182.50 and sold the 24500 CE at 61.25.',
  'Sensex holds the range 82000–83500 and 82145-83210; strikes 82000 82500.',
  'A stop below 9800. 650 crore of orders came.',
  'Levels of 9160 9200 9300, then 745 752 760.',
  'EMA 9 21 50 100 200; Fibonacci 8 13 21 34 55.',
  'EPS 65.40 72.10 88.25 in three years',
  'FY 2025-26 against 2024-25; 98,76,543 shares, 9,87,65,432 in all.',
  'R.S.I. is 68.5, and P.E. 24.3 on Rs.650/share.',
  'Buy @ 1450.50, or buy@1450.50.',
  'Margins were better. Net profit rose; so did AT&T. In/out flows held.',
  'Matrimony.com and Naukri.com gained users.',
  'bseindia.com/corporates and www.nseindia.com/companies-listing say so.',
  'आरएसआई ६८ पर है, लक्ष्य २४,३५० और स्टॉप-लॉस २३,९००।',
  'A café chain with a naïve valuation; β is 1.2 and Δ 0.45.',
])('ordinary prose: %s', (text) => expect(forbiddenWords(text)).toBeNull());

test('a text four times as long takes about four times as long to read, whatever it is made of', () => {
  const cost = (length: number): number => {
    const start = process.threadCpuUsage();
    for (const part of ['9', '9 ', '9,', 'a.', 'a-', '.a@', ' .', 'www.', '\u0323', '९', '9-8-', '% ']) forbiddenWords(part.repeat(length / part.length));
    const { user, system } = process.threadCpuUsage(start);
    return user + system;
  };
  // The least of several: the processor's clock goes in steps of 4 ms, and the first reading compiles.
  const least = (length: number, reads: number): number =>
    Math.min(...[1, 2, 3, 4].map(() => Array.from({ length: reads }, () => cost(length)).reduce((sum, one) => sum + one, 0)));
  // As much text, in four parts. A pattern that tries every two of its places takes four times as long for the whole.
  expect(least(12_000, 4)).toBeLessThan(2.5 * least(3000, 16) + 8000);
});

test.each([
  ['one that stands for eighteen letters', '\ufdfa'],
  ['ones that stand for words', '㌖㌀'],
])('signs, %s, make a text no longer to read', (_what, sign) => {
  const least = (text: string): number =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const start = process.threadCpuUsage();
        for (let count = 0; count < 4; count += 1) forbiddenWords(text);
        const { user, system } = process.threadCpuUsage(start);
        return user + system;
      }),
    );
  // So much text has a draft at most.
  expect(least(sign.repeat(8600 / sign.length))).toBeLessThan(2.5 * least('ab '.repeat(2867)) + 8000);
});
