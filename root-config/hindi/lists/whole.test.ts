import { ERRORS } from '@vimarsh/shared/contract/errors.ts';
import { expect, test } from 'vitest';
import { sentencesIn } from '../../../shared/build/sentences.ts';
import { isSaid, isShownInHindi, SPEAKS_HINDI, unsaid, wanted } from './said.testing.ts';

/** What is put together of parts, and what the screens then show. `[]`: nobody reads it, or it is said where it stands. */
const PUT_TOGETHER: Readonly<Record<string, readonly string[]>> = {
  // A value of an address, a component's name for the console, the switch's own language.
  Locked: [],
  '{0} failed to render': [],
  'fired {0}, {1} times in all': [],
  'fired {0}': [],
  ', {0} times in all': [],
  'each time': [],
  'It {0} and waits for it to come back.': [
    'It fired 20 Nov 2026, 10:15 IST and waits for it to come back.',
    'It fired 20 Nov 2026, 10:15 IST, 3 times in all and waits for it to come back.',
  ],
  'On. It {0}.': ['On. It fired 20 Nov 2026, 10:15 IST.', 'On. It fired 20 Nov 2026, 10:15 IST, 3 times in all.'],
  'Paused. It {0}.': ['Paused. It fired 20 Nov 2026, 10:15 IST.', 'Paused. It fired 20 Nov 2026, 10:15 IST, 3 times in all.'],
  'Done: it {0}.': ['Done: it fired 20 Nov 2026, 10:15 IST.'],
  English: [],
  'npx @vimarsh/verify': [],
  '{0}, then this account is locked for 15 minutes.': [
    'E-mail and password don’t match. Try again. 2 tries left, then this account is locked for 15 minutes.',
    'E-mail and password don’t match. Try again, or reset the password. 1 try left, then this account is locked for 15 minutes.',
  ],
  '{0} (the session of {1})': ['Intraday (the session of 20 Nov 2026)'],
  'Its head covers {0}; this browser keeps it and holds later ones against it': [
    'Its head covers 1,234 entries; this browser keeps it and holds later ones against it',
    'Its head covers 1 entry; this browser keeps it and holds later ones against it',
  ],
  'The {0} this browser saw on {1} are the first of its {2}': ['The 1,234 entries this browser saw on 20 Nov 2026 are the first of its 1,300 entries'],
  '; the rest waits for today’s head at 18:45 IST': ['3 of 4 at their places in the log; the rest waits for today’s head at 18:45 IST'],
  'from {0}': ['Resumed from 20 Nov 2026'],
  'Distance from the current price to target and stop-loss, in % of that price. It is not a forecast of profit. To target: {0}': [
    'Distance from the current price to target and stop-loss, in % of that price. It is not a forecast of profit. To target: 100 × (target − price) ÷ price.',
    'Distance from the current price to target and stop-loss, in % of that price. It is not a forecast of profit. To target: 100 × (price − target) ÷ price.',
  ],
  '{0}{1} {2}call was live at the start of today': [
    '1 call was live at the start of today · outside your plan',
    '1 short-term call was live at the start of today · in Lite',
  ],
  '{0} · give your PAN to open your plan’s calls': [
    '1 short-term call was live at the start of today · give your PAN to open your plan’s calls',
    '13 long-term calls were live at the start of today · give your PAN to open your plan’s calls',
  ],
  '{0}{1} {2}calls were live at the start of today': [
    '2 intraday calls were live at the start of today · in Pro',
    '1,000+ long-term calls were live at the start of today · outside your access',
  ],
  's were': [],
  '{0} · outside your plan': [],
  '{0} · in {1}': [],
  '{0} · outside your access': [],
  'in {0}': [],
  'outside your access': [],
  'At {0} now: {1}': ['At ₹105.00 now: inside its band'],
  'At {0} now: {1}, {2}': ['At ₹105.00 now: outside its band, 2.00% above', 'At ₹105.00 now: outside its band, 2.00% below'],
  'no risk-reward left': ['At ₹105.00 now: 1.20% to target, 3.00% to stop (no risk-reward left)'],
  'At {0} now: {1} to target, {2} to stop ({3})': ['At ₹105.00 now: 1.20% to target, 3.00% to stop (RR 0.40)'],
  'No {0} now': ['No live calls now', 'No past short-term calls now'],
  'No {0}{1} calls': ['No open calls', 'No closed short-term calls', 'No cancelled intraday calls'],
  'The experts you follow have no {0}{1} calls.': ['The experts you follow have no open calls.', 'The experts you follow have no cancelled long-term calls.'],
  'with the levels of a call': ['TCS, daily prices with the levels of a call', 'TCS, 5-minute prices with the levels of a call'],
  'with the levels of an ended call': ['TCS, daily prices with the levels of an ended call', 'TCS, 5-minute prices with the levels of an ended call'],
  ', not triggered': [],
  ', not judgeable': [],
  'these are the levels of an ended call.': [
    'Ended 12 Nov 2026, not triggered: these are the levels of an ended call.',
    'Ended 12 Nov 2026: these are the levels of an ended call.',
  ],
  '{0}: {1} gained, {2} lost, {3} without a gain or loss.': [
    '1 call: 0 gained, 0 lost, 1 without a gain or loss. A call gained when it earned more than its costs. Past results don’t tell what comes next.',
    '4 calls: 2 gained, 1 lost, 1 without a gain or loss. A call gained when it earned more than its costs. Past results don’t tell what comes next.',
  ],
  '{0}: {1} gained, {2} lost.': ['4 calls: 3 gained, 1 lost. A call gained when it earned more than its costs. Past results don’t tell what comes next.'],
  ', {0} without a gain or loss': [],
  'Other open calls and their number are not part of your {0}. Ended calls are shown.': [
    'Other open calls and their number are not part of your plan. Ended calls are shown.',
    'Other open calls and their number are not part of your access. Ended calls are shown.',
  ],
  'Experts’ open calls and their number are not part of your {0}. Ended calls are shown.': [
    'Experts’ open calls and their number are not part of your plan. Ended calls are shown.',
    'Experts’ open calls and their number are not part of your access. Ended calls are shown.',
  ],
  '; {0} corrected by two people': ['3 judged again from the price bars on record; 1 corrected by two people'],
  '; {0} from before bars were kept': [
    '3 judged again from the price bars on record; 1 from before bars were kept',
    '1 judged again from the price bars on record; 1 from before bars were kept; 1 corrected by two people',
  ],
  '; {0} from before quotes were kept': ['3 judged again from the quotes on record; 1 from before quotes were kept'],
  'Intraday calls can be published from {0} to {1} IST while the market is open.': [
    'Intraday calls can be published from 09:20 to 14:45 IST while the market is open.',
  ],
  'Option calls can be published from {0} to {1} IST on trading days.': ['Option calls can be published from 09:20 to 15:15 IST on trading days.'],
  'The {0} expires today; such calls can be published until {1} IST.': [
    'The 24,000 call of 23 Nov 2026 expires today; such calls can be published until 14:00 IST.',
    'The future of 23 Nov 2026 expires today; such calls can be published until 14:00 IST.',
  ],
  'For a {0} the stop-loss must be {1} the entry ({2}).': [
    'For a Buy the stop-loss must be below the entry (₹100.00).',
    'For a Sell the stop-loss must be above the entry (₹100.00).',
  ],
  'For a {0} the target must be {1} the entry ({2}).': [
    'For a Hold the target must be above the entry (₹100.00).',
    'For a Sell the target must be below the entry (₹100.00).',
  ],
  '{0}, from publication on': ['3 events, from publication on', '1 event, from publication on'],
  'SHA-256 of {0}': ['SHA-256 of 3 events', 'SHA-256 of 1 event'],
  'Merkle paths of {0}': ['Merkle paths of 3 events', '2 events of 3; the rest waits for today’s root at 18:45 IST'],
  'In one chain of {0}': ['In one chain of 240 published roots', 'In one chain of 1 published root'],
  'published root': [],
  'Co-signed by {0}': ['Co-signed by क on 20 Nov 2026, 14:32 IST', 'Co-signed by क on 20 Nov 2026, 14:32 IST and क on 20 Nov 2026, 14:33 IST'],
  'Not due yet. {0}: keep the receipt and check it again then.': [
    'Not due yet. It must be in the log under the root of 20 Nov 2026, made at 18:45 IST: keep the receipt and check it again then.',
    'It must be in the log under the root of 20 Nov 2026, made at 18:45 IST. That time has passed, and no such root is published.',
  ],
  'potential return as published {0}': [],
  '{0} {1}, {2}, by {3}: {4}, {5}': [
    'Buy TCS, Short term, by क: Open, potential return as published +3.40%',
    'Sell TCS, Intraday, by क: Target reached, Gain +3.40%',
    'Hold TCS, Long term, by क: Cancelled, no result',
  ],
  '{0} call. Published stop-loss {1}, entered {2}, target {3}.': [
    'Buy call. Published stop-loss ₹95.00, entered ₹100.00, target ₹110.00. Exited early. Closed at ₹105.00, 50% of the way from entry to target.',
  ],
  '{0} call. Published stop-loss {1}, entry {2}, target {3}.': ['Buy call. Published stop-loss ₹95.00, entry ₹100.00, target ₹110.00. Cancelled.'],
  '{0} call. Stop-loss {1}, entered {2}, target {3}.': [
    'Buy call. Stop-loss ₹95.00, entered ₹100.00, target ₹110.00. Open. Price ₹105.00, 50% of the way from entry to target.',
  ],
  '{0} call. Stop-loss {1}, entry {2}, target {3}.': ['Sell call. Stop-loss ₹105.00, entry ₹100.00, target ₹90.00. Waiting for entry. Price ₹102.00.'],
  'Closed at {0}.': ['Buy call. Stop-loss ₹95.00, entry ₹100.00, target ₹110.00. Entry not triggered. Closed at ₹110.00.'],
  'Closed at {0}, {1}.': ['Buy call. Stop-loss ₹95.00, entered ₹100.00, target ₹110.00. Target reached. Closed at ₹110.00, at or beyond the target.'],
  'Price {0}.': [],
  'Price {0}, {1}.': [],
  '; a fall counts as a gain': ['From the entry price to the exit price; a fall counts as a gain. Costs and dividends are not included.'],
  '{0} {1} by {2}': ['TCS Buy by क', 'TCS Sell by क', 'TCS Hold by क'],
  '{0}: way to the {1}': ['TCS: way to the target', 'TCS: way to the stop-loss'],
  '{0}% of the way to the {1}': ['20% of the way to the target', '100% of the way to the stop-loss'],
  '{0} · last loaded': ['Offline · last loaded', 'No answer · last loaded', 'Offline · 25 Nov, 14:32', 'No answer · as of 14:32'],
  'as the device': ['Theme: as the device', 'Theme: dark. Switch to as the device'],
  'Theme: {0}': ['Theme: light', 'Theme: light. Switch to dark'],
};

const OPEN = unsaid(wanted(sentencesIn(...SPEAKS_HINDI)));

test('every sentence of the frame and the main flows has its Hindi', () => {
  const left = OPEN.map(([file, said]) => [file, said.filter((one) => !(one in PUT_TOGETHER))] as const);
  expect(left.filter(([, said]) => said.length > 0)).toEqual([]);
});

test('what is put together of parts is said as a whole, and nothing stands here that the lists say by themselves', () => {
  expect(
    Object.values(PUT_TOGETHER)
      .flat()
      .filter((text) => !isShownInHindi(text)),
  ).toEqual([]);
  const open = new Set(OPEN.flatMap(([, said]) => said));
  expect(Object.keys(PUT_TOGETHER).filter((one) => !open.has(one))).toEqual([]);
});

test('every error that people meet has its Hindi', () => {
  const said = Object.entries(ERRORS).filter(([, { user }]) => !isShownInHindi(user));
  expect(said.map(([code]) => code)).toEqual([]);
});

test('a sentence without Hindi would be found', () => {
  expect([isSaid('Publish a call'), isSaid('The moon is {0} km away.'), isShownInHindi('TCS: the moon is far.')]).toEqual([true, false, false]);
});
