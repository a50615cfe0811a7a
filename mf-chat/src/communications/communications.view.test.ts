import { expect, test } from 'vitest';
import { dayBegins, dayEnds, fileWords, holdWords, isRunning, periodWords, stepOf, targetIn, waitingWords } from './communications.view.ts';
import { aHold, anExport } from './export.testing.ts';

const DECIDED = '2026-11-20T06:00:00.000Z';
const now = Date.parse(DECIDED);
const approved = { state: 'approved' as const, decided_by: 'usr_2', decided_at: DECIDED };

test.each([
  ['01J8Z5Y5T8R3W0C2N4B6M8K0QA', '01J8Z5Y5T8R3W0C2N4B6M8K0QA'],
  [' usr_9 ', 'usr_9'],
  ['https://vimarsh.example.com/chat?room=01J8Z', '01J8Z'],
  ['/expert-dashboard?period=1Y&user_id=exp_09#open', 'exp_09'],
  ['Asha Rao', ''],
  ['', ''],
])('of %o the number is %o', (typed, id) => expect(targetIn(typed)).toBe(id));

test('days are those of India, and the last one is in the period', () => {
  expect([dayBegins('2026-11-20'), dayEnds('2026-11-20')]).toEqual(['2026-11-19T18:30:00.000Z', '2026-11-20T18:30:00.000Z']);
  expect(periodWords({ from: dayBegins('2026-11-02'), until: dayEnds('2026-11-20') })).toBe('2 Nov 2026 to 20 Nov 2026');
  expect(periodWords({ from: null, until: dayEnds('2026-11-20') })).toBe('Until 20 Nov 2026');
  expect(periodWords({ from: dayBegins('2026-11-02'), until: null })).toBe('From 2 Nov 2026');
  expect(periodWords({ from: null, until: null })).toBe('');
});

test.each<[string, Parameters<typeof anExport>[0], string, number, string]>([
  ['asked for by oneself', {}, 'usr_me', 0, 'waits'],
  ['asked for by another', {}, 'usr_2', 0, 'decide'],
  ['refused', { state: 'refused', decided_at: DECIDED }, 'usr_me', 0, 'refused'],
  ['approved, of who asked', approved, 'usr_me', 0, 'download'],
  ['approved, of another', approved, 'usr_2', 0, 'given'],
  ['approved more than a week ago', approved, 'usr_me', 7 * 86_400_000 + 1, 'over'],
])('an export that is %s', (_, change, me, later, step) => expect(stepOf(anExport(change), me, now + later)).toBe(step));

test('a file is being made, made, or broken off: also where nobody says so for an hour', () => {
  const made = { begun_at: DECIDED, ended_at: null, file: 'communications-person.zip', bytes: 0, sha256: '' };
  const running = anExport({ made: { ...made, state: 'running' } });
  const words = (about: ReturnType<typeof anExport>, later = 0) => fileWords(about, now + later).split(' ')[0];
  expect([
    words(anExport()),
    words(running),
    words(running, 3_600_001),
    words(anExport({ made: { ...made, state: 'failed', ended_at: DECIDED } })),
    words(anExport({ made: { ...made, state: 'done', ended_at: DECIDED } })),
  ]).toEqual(['', 'Being', 'Begun', 'Begun', 'Made']);
  expect([isRunning(running, now), isRunning(running, now + 3_600_001), isRunning(anExport(), now)]).toEqual([true, false, false]);
});

test('one sentence says what waits, and one what is held', () => {
  expect([[], [anExport()], [anExport(), anExport()]].map(waitingWords)).toEqual([
    'No export waits for a second admin.',
    '1 export waits for a second admin.',
    '2 exports wait for a second admin.',
  ]);
  const lifted = aHold({ lifted_at: DECIDED });
  expect([[lifted], [aHold(), lifted], [aHold(), aHold()]].map(holdWords)).toEqual(['Nothing is held beyond its time.', '1 hold stands.', '2 holds stand.']);
});
