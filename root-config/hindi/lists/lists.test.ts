import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { ILLUSTRATION_NOTE, MARKET_RISK_WARNING } from '@vimarsh/shared/domain/text/disclosure.ts';
import { expect, test } from 'vitest';
import { latinOf } from '../../release/unsaid.ts';
import { translator } from '../translate.ts';
import { hindiRoutes } from './said.testing.ts';
import { LISTS } from './sentences.ts';

const all = Object.values(LISTS).flatMap((list) => Object.entries(list));
const holes = (text: string): string[] => [...new Set(text.match(/\{\w\}/g))].toSorted();

test.each(Object.entries(LISTS))('%s: no text loses a value, all are Hindi, composed alike and without Latin but for the listed terms', (_name, list) => {
  for (const [english, hindi] of Object.entries(list)) {
    expect(hindi, english).toBe(hindi.normalize('NFC'));
    expect(holes(hindi), english).toEqual(holes(english));
    expect(latinOf(hindi), english).toEqual([]);
    expect(hindi, english).not.toMatch(/[०-९]/);
    expect(hindi, english).not.toMatch(/[ऀ-ॿ]\.$/);
  }
});

test('the same English has one Hindi in all lists', () => {
  const byEnglish = Map.groupBy(all, ([english]) => english);
  expect([...byEnglish].filter(([, said]) => new Set(said.map(([, hindi]) => hindi)).size > 1)).toEqual([]);
});

test('a coupon’s code is words, whatever digits it ends with', () => {
  const say = translator(Object.values(LISTS));
  expect(['Coupon WELCOME20', 'Remove coupon WELCOME20', 'WELCOME20 takes nothing off this plan.'].map(say)).toEqual([
    'कूपन WELCOME20',
    'कूपन WELCOME20 हटाएँ',
    'WELCOME20 से इस प्लान पर छूट नहीं मिलती।',
  ]);
});

test('every title and label of the manifests has its Hindi', () => {
  const say = translator(Object.values(LISTS));
  const said = [...JSON.stringify(hindiRoutes()).matchAll(/"(?:title|label|short|group)":"([^"]+)"/g)].map(([, text]) => text!);
  expect(said.length).toBeGreaterThan(60);
  expect([...new Set(said)].filter((text) => say(text) === text)).toEqual([]);
});

test('what is recorded as agreed to, and the regulator’s warning, stand there word for word', () => {
  const hindi = all.map(([, text]) => text).join('\n');
  for (const wording of [CONSENT_WORDS.signUp, CONSENT_WORDS.logIn, MARKET_RISK_WARNING, ILLUSTRATION_NOTE]) expect(hindi).toContain(`“${wording}”`);
});
