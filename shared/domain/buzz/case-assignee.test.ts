import { expect, test } from 'vitest';
import { decidesCase, takingOf } from './case-assignee.ts';

const DUE = new Date('2026-11-21T06:00:00.000Z');
const LATE = new Date(DUE.getTime() + 1);

test.each([
  ['nobody has', null, true, DUE, 'free'],
  ['nobody has when it is late', null, false, LATE, 'free'],
  ['they have themselves', 'me', true, DUE, 'own'],
  ['they have themselves when it is late', 'me', true, LATE, 'own'],
  ['another has, at the last moment', 'other', true, DUE, null],
  ['another has let become late', 'other', true, LATE, 'overdue'],
  ['somebody has who moderates no more', 'other', false, DUE, 'left'],
  ['somebody has let become late who moderates no more', 'other', false, LATE, 'left'],
] as const)('a case that %s', (_what, assignee, moderates, now, taking) => {
  expect(takingOf({ assignee, due_at: DUE }, 'me', moderates, now)).toBe(taking);
  expect(decidesCase({ assignee }, 'me'), 'nobody decides what they have not taken').toBe(assignee === 'me');
});
