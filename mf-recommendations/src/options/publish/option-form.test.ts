import { amountOf } from '@vimarsh/shared/domain/text/typed-amount.ts';
import { expect, test } from 'vitest';
import { draftStructure, drawnLevels, payoffOf, structureGreeks, toLevel } from './draft-structure.ts';
import { expiryLabel } from './draft-words.ts';
import { emptyForm, fieldOf, type LegForm, missing, type OptionForm, readForm } from './option-form.ts';
import { ruleProblems } from './option-rule-fields.ts';
import { aChain } from './sample-chain.testing.ts';
import { withPicked } from './structure.step.tsx';

const leg = (side: 'buy' | 'sell', type: 'CE' | 'PE', strike: number, entry: string): LegForm => ({
  side,
  type,
  strike,
  expiry: '2026-12-01',
  lots: '1',
  entry,
  iv: 14,
});
const CONDOR = [leg('buy', 'PE', 23_800, '40'), leg('sell', 'PE', 23_900, '70'), leg('sell', 'CE', 24_100, '70'), leg('buy', 'CE', 24_200, '40')];
const form = (more: Partial<OptionForm> = {}): OptionForm => ({
  ...emptyForm('NIFTY'),
  legs: CONDOR,
  target: '2,000',
  stop: '1500',
  valid_till: '2026-12-01',
  ...more,
});

test.each([
  ['1,450', 1450],
  ['-5', -5],
  ['−12.5', -12.5],
  ['₹12', 12],
  ['', Number.NaN],
  ['-', Number.NaN],
  ['1e5', Number.NaN],
  ['twelve', Number.NaN],
])('%j is read as %d', (text, value) => expect(amountOf(text)).toBe(value));

test('an empty form names what is missing, and a leg is asked for in its own words', () => {
  expect(missing(emptyForm()).map(({ label }) => label)).toEqual(['Underlying', 'Legs', 'Target', 'Stop-loss', 'Valid till']);
  expect(readForm(emptyForm()).problems.legs).toBe('Pick one to four legs from the chain');
});

test('on profit the loss is typed without a sign, whichever way; on other levels as it is', () => {
  expect(readForm(form()).draft).toMatchObject({ target: { basis: 'pnl', value: 2000 }, stop: { basis: 'pnl', value: -1500 }, net_limit: null });
  expect(readForm(form({ stop: '-1500' })).draft?.stop.value).toBe(-1500);
  expect(readForm(form({ basis: 'premium', target: '-30', stop: '−90' })).draft?.stop).toEqual({ basis: 'premium', value: -90 });
});

test('what can’t be read is said at its field', () => {
  expect(readForm(form({ target: 'much' })).problems).toEqual({ target: 'Enter a number, for example 1,450' });
  expect(readForm(form({ legs: [{ ...CONDOR[0]!, lots: '' }] })).problems).toEqual({ legs: 'Every leg needs its lots and its entry' });
});

test('server paths lead to fields', () => {
  expect(['draft.legs.0.strike', 'draft.rationale.sources.2', 'draft.valid_till', 'cid'].map(fieldOf)).toEqual(['legs', 'sources', 'valid_till', null]);
});

test('broken rules stand at the field that mends them; the author’s and the hour’s above the form', () => {
  expect(
    ruleProblems([
      { path: 'OPT-LOTS', message: 'Lots.' },
      { path: 'OPT-OUTLOOK', message: 'It pays below.' },
      { path: 'OPT-SIDE.stop', message: 'The stop-loss must be a loss: less than ₹0.' },
      { path: 'OPT-EARNS.target', message: 'The target earns nothing.' },
      { path: 'OPT-RATIONALE.kill_criteria', message: 'Say in at least 40 characters what would prove this call wrong.' },
      { path: 'OPT-HOURS', message: 'Too late.' },
    ]),
  ).toEqual({
    fields: {
      legs: 'Lots.',
      outlook: 'It pays below.',
      stop: 'The stop-loss must be a loss: less than ₹0.',
      target: 'The target earns nothing.',
      kill_criteria: 'Say in at least 40 characters what would prove this call wrong.',
    },
    general: ['Too late.'],
  });
});

test('an iron condor is named, and its figures are those of the rules’ arithmetic', () => {
  const structure = draftStructure(CONDOR, aChain(), true, new Date('2026-11-20T06:00:00Z'))!;
  expect(structure.figures).toMatchObject({ strategy: 'IRON_CONDOR', net_premium: -60, max_profit: 3900, max_loss: -2600, breakevens: [23_840, 24_160] });
  const { values } = payoffOf(structure);
  expect([Math.round(Math.max(...values)), Math.round(Math.min(...values))]).toEqual([3900, -2600]);
});

test('Greeks are those of the whole call: what a condor loses to movement it earns by time, and a future moves like its shares', () => {
  const now = new Date('2026-11-20T06:00:00Z');
  const condor = structureGreeks(draftStructure(CONDOR, aChain(), true, now)!)!;
  expect(condor.gamma).toBeLessThan(0);
  expect(condor.theta).toBeGreaterThan(0);
  expect(condor.vega).toBeLessThan(0);
  expect(Math.abs(condor.delta)).toBeLessThan(65);
  const future = { side: 'sell' as const, type: 'FUT' as const, strike: 0, expiry: '2026-12-01', lots: '2', entry: '24020', iv: null };
  expect(structureGreeks(draftStructure([future], aChain(), true, now)!)).toEqual({ delta: -130, gamma: 0, theta: 0, vega: 0 });
  expect(structureGreeks(draftStructure([{ ...CONDOR[0]!, iv: null }], aChain(), true, now)!)).toBeNull();
});

test('nothing is drawn while a leg has no lots or the chain is of another expiry', () => {
  const now = new Date('2026-11-20T06:00:00Z');
  expect(draftStructure([{ ...CONDOR[0]!, lots: '1.5' }], aChain(), true, now)).toBeNull();
  expect(draftStructure(CONDOR, aChain({ expiry: '2026-12-08' }), true, now)).toBeNull();
});

test.each([
  ['pnl', '2000', '1500', 2000, -1500],
  // 60 was received: kept to 20 a share of it, the call has earned 40 × 65.
  ['premium', '-20', '-90', 2600, -1950],
  ['underlying', '24100', '23800', 24_100, 23_800],
] as const)('levels on %s lie where they belong, and a drag gives them back', (basis, target, stop, up, down) => {
  const structure = draftStructure(CONDOR, aChain(), true, new Date('2026-11-20T06:00:00Z'))!;
  const drawn = drawnLevels({ basis, target, stop }, structure);
  expect(drawn).toEqual({ target: up, stop: down });
  expect(toLevel(basis, drawn.target!, structure)).toBeCloseTo(Number(target), 6);
});

test('a contract picked again is taken out, its other side turns it, a fifth is not taken', () => {
  const [first] = CONDOR;
  expect(withPicked(CONDOR, first!)).toHaveLength(3);
  expect(withPicked(CONDOR, { ...first!, side: 'sell' })[0]!.side).toBe('sell');
  expect(withPicked(CONDOR, leg('buy', 'CE', 24_300, '20'))).toHaveLength(4);
});

test.each([
  ['2026-11-23', '23 Nov 2026 · today'],
  ['2026-11-24', '24 Nov 2026 · 1 calendar day left'],
  ['2026-12-01', '1 Dec 2026 · 8 calendar days left'],
])('%s', (day, label) => expect(expiryLabel(day, '2026-11-23')).toBe(label));
