import { expect, test } from 'vitest';
import { EQUITY_SECTIONS, OPTIONS_SECTIONS, SENTIMENT_SECTIONS, sectionsOf } from '../../src/insight/sections.ts';
import { type Display, displayOf, warningsOf } from './display.ts';
import { heightOf } from './height.ts';
import { languageOf } from './language.ts';

const of = (given: Partial<Display>): Display => displayOf((name) => given[name] ?? null);

test.each([
  ['hi', 'hi'],
  ['hi-IN', 'hi'],
  ['HI', 'hi'],
  [null, 'en'],
  ['', 'en'],
  ['en-IN', 'en'],
  ['hil', 'en'],
  ['ta', 'en'],
  ['undefined', 'en'],
])('lang %s is %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

test.each([
  ['', [...SENTIMENT_SECTIONS]],
  [' , ,', [...SENTIMENT_SECTIONS]],
  ['drivers', ['drivers']],
  [' Drivers , score', [...SENTIMENT_SECTIONS]],
  ['drivers,history', ['drivers']],
  // Nothing known is left: a widget is never empty.
  ['history', [...SENTIMENT_SECTIONS]],
])('sections "%s" show %j', (list, shown) => {
  const { sections } = sectionsOf(list, SENTIMENT_SECTIONS);
  expect(SENTIMENT_SECTIONS.filter(sections)).toEqual(shown);
});

test('what nobody knows is told with what there is; what is known says nothing', () => {
  expect(warningsOf(of({ sections: 'rating, fundamentals,votes', density: 'tiny' }), EQUITY_SECTIONS)).toEqual([
    {
      code: 'sections_unknown',
      message: 'No section is named fundamentals, votes.',
      fix: 'Sections of this widget: chart, rating, indicators, levels, risk, future, signals, experts, peers.',
    },
    { code: 'density_unknown', message: 'No density is named tiny.', fix: 'Use comfortable or compact.' },
  ]);
  for (const density of ['', 'compact', 'comfortable', ' Compact '])
    expect(warningsOf(of({ density, sections: OPTIONS_SECTIONS.join() }), OPTIONS_SECTIONS)).toEqual([]);
});

test('a theme is known in whatever case, and another one is told', () => {
  for (const theme of ['', 'auto', 'Dark', 'LIGHT', ' partner ']) expect(warningsOf(of({ theme }), OPTIONS_SECTIONS), theme).toEqual([]);
  expect(of({ theme: 'Dark', density: 'Compact' })).toMatchObject({ theme: 'dark', density: 'compact' });
  expect(warningsOf(of({ theme: 'midnight' }), OPTIONS_SECTIONS)).toEqual([
    { code: 'theme_unknown', message: 'No theme is named midnight.', fix: 'Use auto, light, dark or partner.' },
  ]);
});

test.each([
  ['600', '600px', true],
  ['600px', '600px', true],
  ['600 PX', '600px', true],
  ['320', '320px', true],
  ['5000', '5000px', true],
  ['200', '320px', false],
  ['1e9', '5000px', false],
  ['Infinity', '5000px', false],
  ['100%', '', false],
  ['50vh', '', false],
  ['-5', '', false],
  ['tall', '', false],
])('a height of %s is “%s”; understood: %s', (written, length, isUnderstood) => {
  expect(heightOf(written)).toBe(length);
  const warnings = warningsOf(of({}), OPTIONS_SECTIONS, written);
  expect(warnings.map(({ code, message, fix }) => [code, message, fix])).toEqual(
    isUnderstood ? [] : [['height_unknown', `No height is ${written}.`, 'Use px from 320 to 5000, such as 600.']],
  );
});
