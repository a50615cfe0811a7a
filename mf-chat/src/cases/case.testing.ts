import type { BuzzCase } from '@vimarsh/shared/contract/buzz/types.ts';
import type { ChatCase } from '@vimarsh/shared/contract/chat/cases.ts';

export const aPostCase = (change: Partial<BuzzCase> = {}): BuzzCase => ({
  id: 'case_1',
  kind: 'report',
  queue: 'report',
  target_kind: 'post',
  target: 'p1',
  post: 'p1',
  author: { user_id: 'exp_01', name: 'Lakshmi Rao', reg_no: 'INH999900001' },
  text: 'Sure gains in a week.',
  state: 'open',
  assignee: null,
  opened_at: '2026-11-20T05:00:00.000Z',
  due_at: '2026-11-21T05:00:00.000Z',
  closed_at: null,
  reports: [{ reason: 'claim', note: 'It promises gains.', at: '2026-11-20T05:00:00.000Z' }],
  history: [
    { at: '2026-11-20T05:00:00.000Z', by: '', step: 'opened', words: 'By reports of members' },
    { at: '2026-11-20T05:00:00.000Z', by: '', step: 'reported', words: 'claim' },
  ],
  barred: '',
  ...change,
});

export const aChatCase = (change: Partial<ChatCase> = {}): ChatCase => ({
  id: 'case_2',
  room: 'room_1',
  message: 2,
  about: { user_id: 'exp_02', name: 'Ravi Menon', profession: 'Analyst' },
  state: 'open',
  assignee: null,
  opened_at: '2026-11-19T05:00:00.000Z',
  due_at: '2026-11-20T05:00:00.000Z',
  closed_at: null,
  reports: [{ reason: 'money', note: '', at: '2026-11-19T05:00:00.000Z' }],
  history: [
    { at: '2026-11-19T05:00:00.000Z', by: '', step: 'opened', words: 'By a report of a member' },
    { at: '2026-11-19T05:00:00.000Z', by: '', step: 'reported', words: 'money' },
  ],
  barred: false,
  ...change,
});

type Step = (BuzzCase | ChatCase)['history'][number]['step'];

/** The same case after one more step, as the server answers it. */
export const afterStep = <C extends BuzzCase | ChatCase>(about: C, step: Step, words: string, change: Partial<C>): C => ({
  ...about,
  ...change,
  history: [...about.history, { at: '2026-11-20T07:00:00.000Z', by: 'Zoya Ansari', step, words }],
});
