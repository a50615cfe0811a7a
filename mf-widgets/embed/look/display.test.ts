import { expect, test } from 'vitest';
import { EQUITY_SECTIONS, OPTIONS_SECTIONS, SENTIMENT_SECTIONS, sectionsOf } from '../../src/insight/sections.ts';
import { type Display, displayOf, warningsOf } from './display.ts';
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
  for (const density of ['', 'compact', 'comfortable']) expect(warningsOf(of({ density, sections: OPTIONS_SECTIONS.join() }), OPTIONS_SECTIONS)).toEqual([]);
});
