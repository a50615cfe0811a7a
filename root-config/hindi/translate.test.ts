import { expect, test } from 'vitest';
import { translator } from './translate.ts';

const say = translator([
  {
    Calls: 'कॉल',
    'the calls': 'कॉल',
    'Sign up': 'साइन अप करें',
    '{0} new calls': '{0} नई कॉल',
    'Open · closes {0}': 'खुला है · {0} पर बंद होगा',
    'Offline · shown as of {0}': 'ऑफ़लाइन · {0} की स्थिति',
    'Could not load {a}.': '{a} लोड नहीं हुआ।',
    'Follow {a}': '{a} को फ़ॉलो करें',
    '{a} by {b}, {0}': '{b} की {a}, {0}',
    'Nothing was lost.': 'कुछ नहीं खोया।',
    'Try again.': 'फिर कोशिश करें।',
    Ended: 'समाप्त',
    'Nothing called {0}.': '{0} नाम का कुछ नहीं मिला।',
  },
]);

test.each([
  ['Calls', 'कॉल'],
  [' Calls ', ' कॉल '],
  ['1,234 new calls', '1,234 नई कॉल'],
  ['1,000+ new calls', '1,000+ नई कॉल'],
  ['Open · closes 15:30', 'खुला है · 15:30 पर बंद होगा'],
  ['Offline · shown as of 14:32:05 IST', 'ऑफ़लाइन · 14:32:05 IST की स्थिति'],
  ['Could not load the calls.', 'कॉल लोड नहीं हुआ।'],
  ['Follow Asha Rao', 'Asha Rao को फ़ॉलो करें'],
  ['Calls by Asha Rao, +3.40%', 'Asha Rao की कॉल, +3.40%'],
  ['Nothing was lost. Try again.', 'कुछ नहीं खोया। फिर कोशिश करें।'],
  ['Ended · Asha Rao · 20 Nov 2026', 'समाप्त · Asha Rao · 20 नवंबर 2026'],
  ['· Ended · 20 Nov 2026', '· समाप्त · 20 नवंबर 2026'],
  ['Nothing was lost. 5 new calls', 'कुछ नहीं खोया। 5 नई कॉल'],
  ['Could not load the calls. Nothing was lost.', 'कॉल लोड नहीं हुआ। कुछ नहीं खोया।'],
  ['5 Oct', '5 अक्टूबर'],
  ['Wednesday, 25 November 2026, 10:30 IST', 'बुधवार, 25 नवंबर 2026, 10:30 IST'],
  ['Follow 4 May 2026', '4 मई 2026 को फ़ॉलो करें'],
  ['November 2026', 'नवंबर 2026'],
  ['Nothing called “Sign up”.', '“Sign up” नाम का कुछ नहीं मिला।'],
])('%s', (english, hindi) => expect(say(english)).toBe(hindi));

test('figures keep Latin digits and lakh grouping; months and large units are words', () => {
  expect(say('20 Nov 2026, 14:32 IST')).toBe('20 नवंबर 2026, 14:32 IST');
  expect(say('₹12.35 L')).toBe('₹12.35 लाख');
  expect(say('−₹3.42 Cr')).toBe('−₹3.42 करोड़');
  expect(say('₹1,234.50')).toBe('₹1,234.50');
});

test('what is not known comes back as it was, never half in one language', () => {
  for (const text of ['RELIANCE', 'Nothing was lost. Somebody else wrote this.', 'constructor', 'May', '', ' ', 'नमस्ते']) expect(say(text)).toBe(text);
});

test('a screen that says ever new prices does not fill the memory', () => {
  for (let at = 0; at < 10_000; at += 1) say(`${at} new calls`);
  expect(say('7 new calls')).toBe('7 नई कॉल');
});
