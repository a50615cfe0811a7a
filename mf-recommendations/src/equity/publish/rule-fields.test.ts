import { checkDraft, PUBLISH_LIMITS, type PublishContext } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { sentencesOf } from '@vimarsh/shared/domain/calls/publishing/rule-result.ts';
import { expect, test } from 'vitest';
import { emptyForm, readForm } from './call-form.ts';
import { ruleProblems } from './rule-fields.ts';

/** Rules about the author, the feed, the hour or the day's limits rather than a field. */
const RULES_WITHOUT_FIELD: readonly string[] = ['EQ-AUTHOR', 'EQ-FEED', 'EQ-HOURS', 'EQ-DAILY-LIMIT', 'EQ-OPEN-LIMIT'];

const { draft } = readForm({ ...emptyForm('TCS'), entry_low: '3000', target: '3150', stop_loss: '2925', valid_till: '2026-12-10' });
const CONTEXT: PublishContext = {
  author: { verified: true, publisher: true, registrationValid: true, planSold: true, dealtOn: null },
  stock: null,
  ltp: null,
  band: null,
  fresh: false,
  doubt: null,
  ticking: true,
  phase: 'closed',
  today: '2026-11-20',
  time: '12:00',
  isTradingDay: () => true,
  open: [],
  publishedToday: 0,
  limits: PUBLISH_LIMITS,
};
const everyRule = checkDraft(draft!, CONTEXT);

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
test('sides: the sentence about the stop-loss is at the stop-loss, any other at the target', () => {
  const at = (patch: object) =>
    ruleProblems(
      checkDraft({ ...draft!, ...patch }, CONTEXT)
        .filter(({ id }) => id === 'EQ-SIDE')
        .flatMap(sentencesOf),
    ).fields;
  expect(at({ stop_loss: 3100 })).toEqual({ stop_loss: 'For a Buy the stop-loss must be below the entry (₹3,000.00).' });
  expect(at({ target: 2950 })).toEqual({ target: 'For a Buy the target must be above the entry (₹3,000.00).' });
  expect(at({ stop_loss: 3100, target: 2950 })).toEqual({ ...at({ stop_loss: 3100 }), ...at({ target: 2950 }) });
  const further = 'Every further target must lie beyond the one before.';
  expect(at({ target2: draft!.target })).toEqual({ target2: further });
  expect(at({ target3: draft!.target - 1 })).toEqual({ target3: further });
});
test('each reason is reported at its own field, as is a conflict that nothing explains', () => {
  const kill = { ...draft!, rationale: { ...draft!.rationale, kill_criteria: 'Below 2,900.' }, disclosures: { ...draft!.disclosures, officer: true } };
  const broken = checkDraft(kill, CONTEXT).filter(({ id, ok }) => !ok && ['EQ-RATIONALE', 'EQ-CONFLICTS'].includes(id));
  expect(Object.keys(ruleProblems(broken.flatMap(sentencesOf)).fields)).toEqual(['thesis', 'kill_criteria', 'other']);
});
