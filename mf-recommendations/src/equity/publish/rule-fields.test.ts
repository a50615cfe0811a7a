import { checkDraft, PUBLISH_LIMITS } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { expect, test } from 'vitest';
import { emptyForm, readForm } from './call-form.ts';
import { RULES_WITHOUT_FIELD, ruleProblems } from './rule-fields.ts';

const { draft } = readForm({ ...emptyForm('TCS'), entry_low: '3000', target: '3150', stop_loss: '2925', valid_till: '2026-12-10' });
const everyRule = checkDraft(draft!, {
  author: { verified: true, publisher: true, registrationValid: true },
  stock: null,
  ltp: null,
  band: null,
  fresh: false,
  ticking: true,
  phase: 'closed',
  today: '2026-11-20',
  time: '12:00',
  isTradingDay: () => true,
  open: [],
  publishedToday: 0,
  limits: PUBLISH_LIMITS,
});

test('every blocking rule of the domain has a field or is listed as having none', () => {
  for (const { id, level } of everyRule) {
    if (level === 'warn') continue;
    const { fields, general } = ruleProblems([{ path: id, message: 'x' }]);
    expect(`${id} ${Object.keys(fields).length}`).toBe(`${id} ${RULES_WITHOUT_FIELD.includes(id) ? 0 : 1}`);
    expect(general).toHaveLength(RULES_WITHOUT_FIELD.includes(id) ? 1 : 0);
  }
});
test('two rules at one field are both shown', () => {
  const { fields } = ruleProblems([
    { path: 'EQ-STOP-DISTANCE', message: 'Too far.' },
    { path: 'EQ-RR', message: 'Too little reward.' },
  ]);
  expect(fields).toEqual({ stop_loss: 'Too far. Too little reward.' });
});
test('the kill criterion is reported at its own field', () => {
  const message = everyRule.find(({ id }) => id === 'EQ-RATIONALE')!.message;
  expect(Object.keys(ruleProblems([{ path: 'EQ-RATIONALE', message }]).fields)).toEqual(['thesis']);
  expect(Object.keys(ruleProblems([{ path: 'EQ-RATIONALE', message: 'Say in at least 40 characters what would prove this call wrong.' }]).fields)).toEqual([
    'kill_criteria',
  ]);
});
