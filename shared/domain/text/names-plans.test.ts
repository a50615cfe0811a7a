import { expect, test } from 'vitest';
import { namesPlans } from './names-plans.ts';

test.each([
  'Thirty days of Premium',
  'Pro for a year',
  'See the plans',
  '₹499 with GST',
  'Rs. 499',
  'Rs499 a month',
  '20% off',
  'A lower price',
  'Subscribe',
  'Your coupon',
  'प्रीमियम के तीस दिन',
  'प्रो प्लान',
  'क़ीमत वही',
  '499 रुपये',
])('names them: %s', (text) => expect(namesPlans(text)).toBe(true));

test.each([
  'Option chains have a new look',
  'Alerts come to your phone now',
  'Read how a call is judged',
  'The programme of profiles and products',
  'प्रोफ़ाइल पूरी करें',
  'अलर्ट अब फ़ोन पर आते हैं',
])('names none: %s', (text) => expect(namesPlans(text)).toBe(false));
