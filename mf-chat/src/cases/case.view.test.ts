import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aChatCase, aPostCase } from './case.testing.ts';
import { barredWords, type CaseTab, choicesOf, dueWords, endWords, historyLine, mergeCases, needsReason, type StaffCase, titleOf } from './case.view.ts';

const post = (change = {}): StaffCase => ({ area: 'posts', item: aPostCase(change) });
const chat = (change = {}): StaffCase => ({ area: 'chats', item: aChatCase(change) });

test.each<[string, StaffCase, string, readonly string[], boolean]>([
  ['post', post(), 'Reported post', ['Remove the post', 'Let it stand'], true],
  ['comment', post({ target_kind: 'comment' }), 'Reported comment', ['Remove the comment', 'Let it stand'], true],
  ['approval', post({ kind: 'review' }), 'Post that waits for approval', ['Remove the post', 'Approve the post'], true],
  ['appeal', post({ kind: 'appeal' }), 'Appeal against a removal', ['The removal stands', 'Put the post back'], false],
  ['message', chat(), 'Reported message of a chat', ['Uphold, and close the chat', 'Dismiss the case'], false],
  ['chat', chat({ message: null }), 'Reported chat', ['Uphold, and close the chat', 'Dismiss the case'], false],
])('a case about a %s has its name and its two decisions, of which the first acts', (_, about, title, labels, reasoned) => {
  const choices = choicesOf(about);
  expect([titleOf(about), choices.map(({ label }) => label), choices.map(({ acts }) => acts), needsReason(about)]).toEqual([
    title,
    labels,
    [true, false],
    reasoned,
  ]);
});

test.each<[string, StaffCase, string]>([
  ['an open case', post(), ''],
  ['a removed post', post({ state: 'removed' }), 'The post was removed.'],
  ['a removed comment', post({ state: 'removed', target_kind: 'comment' }), 'The comment was removed.'],
  ['a removal that stands', post({ state: 'removed', kind: 'appeal' }), 'The removal stands.'],
  ['a granted appeal', post({ state: 'dismissed', kind: 'appeal' }), 'The appeal was granted: the post is back.'],
  ['an upheld chat', chat({ state: 'upheld' }), 'Upheld: the chat is closed.'],
  ['a dismissed chat', chat({ state: 'dismissed' }), 'Dismissed: nothing was found to act on.'],
])('the end of %s is said in one sentence', (_, about, words) => expect(endWords(about)).toBe(words));

test('a moderator learns why they may not decide', () => {
  expect([post({ barred: 'own_text' }), post({ barred: 'own_decision', kind: 'appeal' }), chat({ barred: true }), post()].map(barredWords)).toEqual([
    'You wrote this text, so another moderator decides.',
    'You removed this post, so another moderator hears the appeal.',
    'You are a member of this chat, so another moderator decides.',
    '',
  ]);
});

test('a due time that has passed is said so, and a closed case is never overdue', () => {
  const due = Date.parse('2026-11-21T05:00:00.000Z');
  expect([dueWords(post(), due - 1), dueWords(post(), due + 1)].map((words) => words.split(' ')[0])).toEqual(['Due', 'Overdue']);
  expect(dueWords(post({ state: 'removed', closed_at: '2026-11-22T05:00:00.000Z' }), due * 2)).toMatch(/^Decided/);
});

test('steps of a history have words of their own, and of an appeal those of its end', () => {
  const at = '2026-11-20T05:00:00.000Z';
  const step = (step: StaffCase['item']['history'][number]['step'], words: string, isAppeal = false) => {
    const { title, detail, quote } = historyLine({ at, by: 'Asha', step, words } as never, isAppeal);
    return [title, detail, quote];
  };
  expect([
    step('opened', 'By reports of members'),
    step('reported', 'claim'),
    step('assigned', 'taken'),
    step('assigned', 'given back'),
    step('removed', 'Promises gains.'),
    step('opened', 'My source is named.', true),
    step('removed', 'It is not.', true),
    step('dismissed', 'It is.', true),
  ]).toEqual([
    ['Opened', 'By reports of members', ''],
    ['Reported', 'A promise or a false claim', ''],
    ['Taken', '', ''],
    ['Given back', '', ''],
    ['Removed', '', 'Promises gains.'],
    ['Opened', '', 'My source is named.'],
    ['Removal upheld', '', 'It is not.'],
    ['Appeal granted', '', 'It is.'],
  ]);
});

const ALL_MINUTES = fc.array(fc.nat({ max: 500 }), { maxLength: 30 });
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20) + minute * 60_000).toISOString();

test('whatever both areas have and however far each is loaded, the list is the beginning of the whole list in its order', () => {
  fc.assert(
    fc.property(
      ALL_MINUTES,
      ALL_MINUTES,
      fc.nat({ max: 30 }),
      fc.nat({ max: 30 }),
      fc.constantFrom<CaseTab>('open', 'upheld'),
      (posts, chats, some, others, tab) => {
        const sign = tab === 'open' ? 1 : -1;
        const place = (minute: number) => (tab === 'open' ? { due_at: at(minute) } : { closed_at: at(minute) });
        const sorted = (minutes: number[]): number[] => minutes.toSorted((a, b) => sign * (a - b));
        const lists = [
          { all: sorted(posts).map((minute, n) => post({ id: `p${n}`, ...place(minute) })), loaded: Math.max(1, some) },
          { all: sorted(chats).map((minute, n) => chat({ id: `c${n}`, ...place(minute) })), loaded: Math.max(1, others) },
        ];
        const timeOf = ({ item }: StaffCase): string => item.closed_at ?? item.due_at;
        const shown = mergeCases(
          lists.map(({ all, loaded }) => ({ items: all.slice(0, loaded), isCut: all.length > loaded })),
          tab,
        ).map(timeOf);
        const whole = sorted([...posts, ...chats]).map(at);
        expect(shown).toEqual(whole.slice(0, shown.length));
        if (lists.every(({ all, loaded }) => all.length <= loaded)) expect(shown).toHaveLength(whole.length);
      },
    ),
  );
});
