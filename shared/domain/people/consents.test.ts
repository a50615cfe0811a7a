import { expect, test } from 'vitest';
import { CONSENT_WORDS, CONSENTS, isRiskDue } from './consents.ts';

const at = new Date('2026-11-25T05:00:00Z');
const version = CONSENTS.derivatives_risk.version;
const later = (ms: number): Date => new Date(at.getTime() + ms);
const DAY = 86_400_000;

test.each([
  ['never seen', null, at, true],
  ['just acknowledged', { version, at }, at, false],
  ['a moment before the 30 days are over', { version, at }, later(30 * DAY - 1), false],
  ['30 days later', { version, at }, later(30 * DAY), true],
  ['31 days later', { version, at }, later(31 * DAY), true],
  ['another version by now', { version: 'fno-2025-01-01', at }, later(1), true],
])('the figures on losses in derivatives, %s', (_, last, now, due) => {
  expect(isRiskDue(last, now)).toBe(due);
});

test('what is recorded holds the figures that were shown', () => {
  for (const figure of ['87.7%', '92%', '59%']) expect(CONSENT_WORDS.derivativesRisk).toContain(figure);
});
