import { expect, test } from 'vitest';
import type { Rationale } from '../../../contract/calls/types.ts';
import { reasonsProblems } from './reasons.ts';

const SOUND: Rationale = {
  thesis: 'The price has built a base above its rising 50-day average while the sector lagged; orders grew by a fifth in the last two quarters.',
  trigger: 'A close above the upper edge of the base on rising volume came yesterday, the first in six weeks of trading.',
  risks: 'A weak quarter in North America or a stronger rupee would hurt margins; the whole sector trades together.',
  kill_criteria: 'A daily close back below the base at ₹1,420 ends the idea.',
  method: 'technical',
  sources: [],
  ai_used: 'none',
};
const ONE = 'This share looks very strong to me and it will certainly move up from here in the coming days, so one should buy it now.';
const at = (patch: Partial<Rationale>) => reasonsProblems({ ...SOUND, ...patch }).map(({ field }) => field);

test('sound reasons lack nothing, in English, in Hindi and in Hinglish', () => {
  expect(at({})).toEqual([]);
  expect(
    at({
      thesis: 'कंपनी के पिछले तीन तिमाही नतीजों में बिक्री और मार्जिन दोनों बढ़े हैं, जबकि क्षेत्र के दूसरे शेयर पीछे रहे। कर्ज़ आधा हो चुका है और नए ऑर्डर दो साल का काम देते हैं।',
      trigger: 'कल भाव छह हफ़्ते के दायरे से ऊपर बंद हुआ, और वॉल्यूम बीस दिन के औसत से दोगुना रहा। बाज़ार की चाल भी साथ दे रही है।',
      risks: 'कच्चे माल की कीमत बढ़ने या रुपये के मज़बूत होने से मुनाफ़ा घट सकता है, और पूरा क्षेत्र एक साथ गिर सकता है।',
      kill_criteria: 'अगर भाव रोज़ के बंद पर ₹1,420 के नीचे आ जाए, तो यह विचार ग़लत साबित होगा।',
    }),
  ).toEqual([]);
  expect(at({ thesis: `Stock ne chhe hafte ka range toda hai kyunki naye order mile hain, aur delivery bhi badhi hai. ${SOUND.thesis}` })).toEqual([]);
});

test('one pasted sentence is no set of reasons, whichever fields it stands in', () => {
  expect(at({ thesis: ONE, trigger: ONE, risks: ONE, kill_criteria: ONE })).toEqual(['trigger', 'risks', 'kill_criteria']);
  expect(at({ trigger: SOUND.thesis })).toEqual(['trigger']);
  expect(at({ risks: SOUND.trigger.toUpperCase().replaceAll(',', ' …') })).toEqual(['risks']);
  expect(at({ kill_criteria: SOUND.risks })).toEqual(['kill_criteria']);
  expect(at({ thesis: `${ONE} `.repeat(5), trigger: '', risks: '' })).toEqual(['thesis']);
  // Half of the words are new in each part, and still they say too little once the rest is taken away.
  const padded = (text: string) => `${text} ${text}`;
  expect(
    at({
      thesis: padded('The base above the average of 50 days holds while the sector lags.'),
      trigger: padded('The close came on volume.'),
      risks: padded('The rupee may rise, and margins with it may fall, in the quarter to come, for all in it.'),
    }),
  ).toEqual(['thesis']);
});

test('a changed word here and there does not make a repeated text new', () => {
  const changed = SOUND.thesis.replace('price', 'share').replace('sector', 'market');
  expect(at({ trigger: changed })).toEqual(['trigger']);
});

test('reasons that name neither a price nor a reason are refused', () => {
  const thesis = 'We like this company very much and think that everybody should own some of it, for it is a fine one and the people who run it are fine too.';
  const trigger = 'It will go up soon, we feel, and then it will be too late to join the others who were here before us all.';
  expect(at({ thesis, trigger })).toEqual(['thesis']);
  expect(at({ thesis, trigger: `${trigger} It stands at ₹1,455.` })).toEqual([]);
  expect(at({ thesis: `${thesis} Its margins grow.`, trigger })).toEqual([]);
});

test('too little is said at its field, and each field is told what it lacks at once', () => {
  expect(reasonsProblems({ ...SOUND, thesis: 'Up.', trigger: '', risks: '', kill_criteria: 'Below 1,420.' })).toEqual([
    { field: 'thesis', message: 'Thesis, trigger and risks have 3 characters together; at least 300 are needed.' },
    { field: 'kill_criteria', message: 'Say in at least 40 characters what would prove this call wrong.' },
  ]);
  expect(at({ thesis: '.'.repeat(300), trigger: '.'.repeat(300), risks: '' })).toEqual(['thesis']);
});

test('the longest reasons are read in a few milliseconds', () => {
  const longest = { ...SOUND, thesis: 'a '.repeat(1000), trigger: 'ab '.repeat(333), risks: '"'.repeat(1000), kill_criteria: 'ज़ '.repeat(333) };
  const began = performance.now();
  reasonsProblems(longest);
  expect(performance.now() - began).toBeLessThan(50);
});
