import { expect, test } from 'vitest';
import type { AuthorEntry } from './author-entry.ts';
import { authorStep, type ShownAuthor, shownAuthorStep } from './author-step.ts';
import type { RecordedEvent } from './ledger.ts';

const ENTRY: AuthorEntry = {
  name: 'Ananya Rao-Kulkarni',
  category: 'Analyst',
  reg_no: 'INH999900001',
  valid_to: '2029-03-31',
  nism_valid_to: '2028-06-30',
  standing: 'registered',
};
const SHOWN: ShownAuthor = { user_id: 'exp_01', full_name: ENTRY.name, profession: 'Analyst', reg_no: ENTRY.reg_no, verified: true };

const entry = (n: number, ts: string, type: string, change: Partial<AuthorEntry> = {}): RecordedEvent => ({
  actor: 'register',
  call_id: 'author_exp_01',
  expert_id: 'exp_01',
  kind: 'author',
  link: '',
  n,
  payload: { ...ENTRY, ...change },
  prev_hash: '',
  ts,
  type,
  hash: '',
});
const published = (payload: object, ts = '2026-11-20T05:00:00.000Z'): RecordedEvent => ({
  ...entry(1, ts, 'publish'),
  actor: 'exp_01',
  call_id: 'call_1',
  payload: payload as Record<string, unknown>,
});
const AUTHOR = { name: ENTRY.name, category: ENTRY.category, reg_no: ENTRY.reg_no };
const SECOND = published({ format: 2, author: AUTHOR, feed: 'simulated' });
const FIRST = published({});
const OPENED = entry(1, '2026-11-19T05:00:00.000Z', 'opened');
const RENAMED = entry(2, '2026-11-21T05:00:00.000Z', 'changed', { name: 'Ananya Rao' });
const NAMED = { ...SHOWN, full_name: 'Ananya Rao' };
const at = (event: RecordedEvent, index: number): RecordedEvent => ({ ...event, index });
const LATER = published(SECOND.payload, '2026-11-22T05:00:00.000Z');
const REVIEWED = entry(2, '2026-11-21T05:00:00.000Z', 'suspended', { standing: 'review' });
const SUSPENDED = { ...ENTRY, standing: 'suspended' };
const RESTORED = entry(3, '2026-11-23T05:00:00.000Z', 'restored');
const UNDER_REVIEW = { ...SHOWN, verified: false };
const WHILE = 'It was published while its author’s registration was under review';
const other = 'The page shows another';

test.each([
  ['the name that was signed', SHOWN, SECOND, [OPENED], ''],
  ['another name', { ...SHOWN, full_name: 'Devendra Solanki' }, SECOND, [OPENED], `${other} name than was signed`],
  ['another number', { ...SHOWN, reg_no: 'INH1' }, SECOND, [OPENED], `${other} registration number than was signed`],
  ['another category', { ...SHOWN, profession: 'Broker' }, SECOND, [OPENED], `${other} category than was signed`],
  ['the new name after a change', NAMED, SECOND, [OPENED, RENAMED], ''],
  ['the old name after it', SHOWN, SECOND, [OPENED, RENAMED], `${other} name than was signed`],
  [
    'a publication under a name that the register had only later',
    NAMED,
    published({ ...SECOND.payload, author: { ...AUTHOR, name: 'Ananya Rao' } }),
    [OPENED, RENAMED],
    'Its publication names another author than the register had then',
  ],
  [
    'a publication in the instant of the change',
    NAMED,
    published({ ...SECOND.payload, author: { ...AUTHOR, name: 'Ananya Rao' } }, RENAMED.ts),
    [OPENED, RENAMED],
    '',
  ],
  [
    'a publication before the record of its author',
    SHOWN,
    published(SECOND.payload, '2026-11-18T05:00:00.000Z'),
    [OPENED],
    'Its publication names another author than the register had then',
  ],
  [
    'verified where the right is lost',
    SHOWN,
    SECOND,
    [OPENED, entry(2, RENAMED.ts, 'suspended', { standing: 'suspended' })],
    `${other} verification than was signed`,
  ],
  [
    'a closed account',
    { ...SHOWN, full_name: 'Closed account', verified: false },
    SECOND,
    [OPENED, entry(2, RENAMED.ts, 'suspended', { standing: 'left' })],
    '',
  ],
  [
    'a closed account under a name',
    { ...SHOWN, verified: false },
    SECOND,
    [OPENED, entry(2, RENAMED.ts, 'suspended', { standing: 'left' })],
    `${other} name than was signed`,
  ],
  ['the record of another', SHOWN, SECOND, [{ ...OPENED, call_id: 'author_exp_02' }], 'The record of its author can’t be read'],
  ['a record without its beginning', SHOWN, SECOND, [RENAMED], 'The record of its author can’t be read'],
  ['no record, and the name of the publication', SHOWN, SECOND, null, ''],
  ['no record, and another name', NAMED, SECOND, null, `${other} name than its publication`],
  ['a publication older than signed names, by the record', SHOWN, FIRST, [OPENED], ''],
  ['and another name than the record', NAMED, FIRST, [OPENED], `${other} name than was signed`],
  [
    'a second format that names nobody',
    SHOWN,
    published({ format: 2, feed: 'simulated' }),
    [OPENED],
    'Its publication names no author or no feed, as format 2 has them',
  ],
  [
    'a second format without its feed',
    SHOWN,
    published({ format: 2, author: AUTHOR }),
    [OPENED],
    'Its publication names no author or no feed, as format 2 has them',
  ],
  ['a publication while new papers were under review', UNDER_REVIEW, LATER, [OPENED, REVIEWED], WHILE],
  [
    'one while its author was suspended',
    { ...UNDER_REVIEW },
    LATER,
    [OPENED, { ...REVIEWED, payload: SUSPENDED }],
    'It was published while its author was suspended',
  ],
  ['one after they were registered again', SHOWN, at(LATER, 4), [at(OPENED, 0), at(REVIEWED, 2), at(RESTORED, 3)], ''],
  ['one in the instant in which papers went under review', UNDER_REVIEW, { ...LATER, ts: REVIEWED.ts }, [OPENED, REVIEWED], ''],
  ['one that the log has before it, by a clock that was ahead', UNDER_REVIEW, at(LATER, 1), [at(OPENED, 0), at(REVIEWED, 2)], ''],
  ['one that the log has behind it, by a clock that was late', UNDER_REVIEW, at(SECOND, 3), [at(OPENED, 0), at(REVIEWED, 2)], WHILE],
  ['one under a head that does not cover the review yet', UNDER_REVIEW, at(LATER, 1), [at(OPENED, 0), REVIEWED], ''],
] as const)('%s', (_, shown, publication, author, problem) => {
  expect(authorStep(shown, publication, author)).toMatchObject(problem === '' ? { ok: true } : { ok: false, detail: problem });
});

test.each([
  ['', REVIEWED.ts, [OPENED, REVIEWED, entry(3, RESTORED.ts, 'renewed', { standing: 'review', valid_to: '2036-03-31' })]],
  ['beginning of a review', RESTORED.ts, [OPENED, REVIEWED]],
  ['beginning of a review', REVIEWED.ts, [OPENED, REVIEWED, RESTORED]],
] as const)('a page that says since when papers are under review: another %s', (wrong, review_since, author) => {
  const problem = wrong && { detail: `${other} ${wrong} than was signed` };
  expect(shownAuthorStep({ ...UNDER_REVIEW, review_since }, author)).toMatchObject(problem || { ok: true });
});

test('a publication from before, of an author without a record, is said to be vouched for by nobody', () => {
  expect(authorStep(SHOWN, FIRST, null).detail).toBe('Its publication is older than signed names, and this site has no record of its author');
});

test.each([
  ['as signed', {}, ''],
  ['lapsed by its dates', { status: 'lapsed', verified: false }, ''],
  ['another validity', { valid_to: '2034-03-31' }, `${other} validity than was signed`],
  ['suspended, which nobody signed', { status: 'suspended', verified: false }, `${other} status than was signed`],
])('a page: %s', (_, change, problem) => {
  const page = { ...SHOWN, valid_to: ENTRY.valid_to, status: 'verified', ...change };
  expect(shownAuthorStep(page, [OPENED])).toMatchObject(problem === '' ? { ok: true } : { ok: false, detail: problem });
});
