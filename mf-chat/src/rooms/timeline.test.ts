import type { ChatEntry } from '@vimarsh/shared/contract/chat/types.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entry, ME, OTHER, outboxItem } from './entry.testing.ts';
import type { OutboxItem } from './outbox/item.ts';
import { type MessageLine, type ThreadFacts, threadLines } from './thread-lines.ts';
import { fillGap, lastOf, learnHead, missingAfter, openTimeline, prependOlder, receiveEntry, type Timeline } from './timeline.ts';

const page = (entries: readonly ChatEntry[], head = entries.at(-1)?.seq ?? 0, more = false) => ({ entries, head, more });
const range = (from: number, to: number): ChatEntry[] => Array.from({ length: to - from + 1 }, (_, at) => entry(from + at));
const numbers = (entries: readonly ChatEntry[]): number[] => entries.map(({ seq }) => seq);
const opened = (from: number, to: number): Timeline => openTimeline(page(range(from, to), to, from > 1));

describe('an entry is applied by its number', () => {
  test.each<[string, number[], number[], number[], number | null]>([
    ['the next one applies', [4], [1, 2, 3, 4], [], null],
    ['a known one is dropped', [3, 2], [1, 2, 3], [], null],
    ['one behind a gap waits, and what lies before it is missing', [6], [1, 2, 3], [6], 3],
    ['what fills the gap brings what waited', [6, 5, 4], [1, 2, 3, 4, 5, 6], [], null],
    ['of two gaps the first is filled', [8, 5, 4], [1, 2, 3, 4, 5], [8], 5],
    ['what waits twice waits once', [6, 6], [1, 2, 3], [6], 3],
  ])('%s', (_what, arrives, entries, ahead, missing) => {
    const after = arrives.reduce((timeline, seq) => receiveEntry(timeline, entry(seq)), opened(1, 3));
    expect([numbers(after.entries), numbers(after.ahead), missingAfter(after)]).toEqual([entries, ahead, missing]);
  });

  test('a head that somebody names shows the gap before the next entry comes', () => {
    expect(missingAfter(learnHead(opened(1, 3), 5))).toBe(3);
    expect(missingAfter(fillGap(learnHead(opened(1, 3), 5), page(range(4, 5))))).toBeNull();
    expect(missingAfter(openTimeline(page([], 4)))).toBe(0);
  });
});

describe('older entries', () => {
  test('stand before the first one, and say whether there are more', () => {
    const timeline = prependOlder(opened(11, 12), page(range(6, 10), 12, true));
    expect([numbers(timeline.entries), timeline.older]).toEqual([[6, 7, 8, 9, 10, 11, 12], true]);
    expect(prependOlder(timeline, page(range(1, 5), 12)).older).toBe(false);
  });

  test('that do not end at the first one are left out', () => {
    expect(prependOlder(opened(11, 12), page(range(6, 9), 12, true))).toEqual(opened(11, 12));
    expect(prependOlder(opened(11, 12), page([], 12)).older).toBe(false);
  });
});

const facts = (timeline: Timeline, change: Partial<ThreadFacts> = {}): ThreadFacts => ({
  timeline,
  items: [],
  me: ME,
  other: { delivered: 0, seen: 0 },
  seenBefore: 99,
  headBefore: 99,
  now: Date.parse('2026-11-20T06:41:00.000Z'),
  ...change,
});
const short = (facts: ThreadFacts): string[] =>
  threadLines(facts).map((line) => {
    if (line.kind === 'day') return line.day;
    if (line.kind === 'unread') return `${line.count} unread`;
    return line.kind === 'state' ? line.status : `${line.mine ? 'me' : 'other'}: ${line.body}`;
  });
const messages = (given: ThreadFacts): MessageLine[] => threadLines(given).filter((line) => line.kind === 'message');

describe('the lines of a thread', () => {
  test('days of India, the first unread one, changes of the state', () => {
    const entries = [
      entry(1, { kind: 'request', sender_id: ME, body: 'May I ask?', at: '2026-11-19T18:29:59.000Z' }),
      entry(2, { kind: 'state', status_str: 'Active', at: '2026-11-19T18:30:00.000Z' }),
      entry(3),
      entry(4),
    ];
    expect(short(facts(openTimeline(page(entries)), { seenBefore: 3 }))).toEqual([
      '19 Nov 2026',
      'me: May I ask?',
      '20 Nov 2026',
      'Active',
      'other: Text 3',
      '1 unread',
      'other: Text 4',
    ]);
    expect(short(facts(openTimeline(page(entries)), { seenBefore: 3, headBefore: 3 }))).not.toContain('1 unread');
  });

  test('an edit and a withdrawal stand at their message, the last edit counts, and nothing comes back after a withdrawal', () => {
    const entries = [
      entry(1),
      entry(2),
      entry(3, { kind: 'edit', target: 1, body: 'once' }),
      entry(4, { kind: 'edit', target: 1, body: 'twice' }),
      entry(5, { kind: 'withdrawal', target: 2, body: '' }),
      entry(6, { kind: 'edit', target: 2, body: 'back' }),
    ];
    const [first, second] = messages(facts(openTimeline(page(entries))));
    expect([first!.body, first!.edited, first!.withdrawn]).toEqual(['twice', true, false]);
    expect([second!.body, second!.edited, second!.withdrawn]).toEqual(['', false, true]);
  });

  test('an answer quotes what it answers as it reads now', () => {
    const entries = [entry(1), entry(2, { target: 1 }), entry(3, { kind: 'edit', target: 1, body: 'changed' })];
    expect(messages(facts(openTimeline(page(entries))))[1]!.quoted).toEqual({ seq: 1, mine: false, body: 'changed', call: false, file: null });
    expect(messages(facts(openTimeline(page([entry(5, { target: 2 })], 5, true))))[0]!.quoted).toEqual({
      seq: 2,
      mine: false,
      body: '',
      call: false,
      file: null,
    });
  });

  test.each([
    [{ delivered: 0, seen: 0 }, 'sent'],
    [{ delivered: 1, seen: 0 }, 'delivered'],
    [{ delivered: 1, seen: 1 }, 'seen'],
    [{ delivered: 0, seen: 1 }, 'seen'],
  ])('with %o a message is %s', (other, state) => {
    expect(messages(facts(openTimeline(page([entry(1, { sender_id: ME })])), { other }))[0]!.state).toBe(state);
  });

  test.each([
    ['2026-11-20T06:44:59.999Z', ME, 'message', true],
    ['2026-11-20T06:45:00.000Z', ME, 'message', false],
    ['2026-11-20T06:31:00.000Z', OTHER, 'message', false],
    ['2026-11-20T06:31:00.000Z', ME, 'request', false],
  ] as const)('at %s a %s %s may be changed: %s', (now, sender_id, kind, may) => {
    expect(messages(facts(openTimeline(page([entry(1, { sender_id, kind })])), { now: Date.parse(now) }))[0]!.mayChange).toBe(may);
  });

  test('what the outbox has stands at the end, and under the same key once it is an entry', () => {
    const items = [outboxItem('a'), outboxItem('b', { state: 'sent', seq: 2 })];
    const before = messages(facts(opened(1, 1), { items }));
    expect(before.map(({ key, state }) => [key, state])).toEqual([
      ['1', 'sent'],
      ['a', 'queued'],
      ['b', 'sent'],
    ]);
    const after = messages(facts(receiveEntry(opened(1, 1), entry(2, { sender_id: ME, client_msg_id: 'b' })), { items }));
    expect(after.map(({ key, item }) => [key, item !== null])).toEqual([
      ['1', false],
      ['b', false],
      ['a', true],
    ]);
  });
});

/** What may happen between a room's log and a page that follows it. */
type Step =
  | { readonly kind: 'other says' | 'I write' | 'my message is kept' | 'its answer comes' | 'catch up' | 'older' }
  | { readonly kind: 'deliver'; readonly at: number };
const steps = fc.array(
  fc.oneof(
    fc.constantFrom<Step>(
      { kind: 'other says' },
      { kind: 'I write' },
      { kind: 'my message is kept' },
      { kind: 'its answer comes' },
      { kind: 'catch up' },
      { kind: 'older' },
    ),
    // Any of the last entries at any time, again and again: reordered, doubled, late.
    fc.record({ kind: fc.constant('deliver' as const), at: fc.nat(11) }),
  ),
  { maxLength: 60 },
);

test('whatever is lost, doubled, late or out of order: no hole, nothing twice, nothing of one’s own lost, and whole after one catch-up', () => {
  fc.assert(
    fc.property(fc.nat(8), steps, (before, history) => {
      const log: ChatEntry[] = range(1, before + 1);
      let timeline = openTimeline(page(log.slice(-3), log.length, log.length > 3));
      let items: readonly OutboxItem[] = [];
      const written: string[] = [];
      const behind = (after: number) => page(log.slice(after), log.length);
      const holds = (): void => {
        const first = timeline.entries[0]!.seq;
        expect(timeline.entries).toEqual(log.slice(first - 1, lastOf(timeline)));
        const drawn = messages(facts(timeline, { items })).map(({ key }) => key);
        expect(new Set(drawn).size).toBe(drawn.length);
        for (const client_msg_id of written) expect(drawn.filter((key) => key === client_msg_id)).toHaveLength(1);
      };
      for (const step of history) {
        if (step.kind === 'other says') log.push(entry(log.length + 1));
        if (step.kind === 'I write') {
          written.push(`mine${written.length}`);
          items = [...items, outboxItem(written.at(-1)!)];
        }
        const waiting = items.find(({ client_msg_id }) => !log.some((each) => each.client_msg_id === client_msg_id));
        if (step.kind === 'my message is kept' && waiting) log.push(entry(log.length + 1, { sender_id: ME, client_msg_id: waiting.client_msg_id }));
        if (step.kind === 'its answer comes')
          items = items.map((item) => {
            const kept = log.find(({ client_msg_id }) => client_msg_id === item.client_msg_id);
            return kept ? { ...item, state: 'sent', seq: kept.seq } : item;
          });
        if (step.kind === 'deliver') {
          const arriving = log.at(-1 - step.at);
          if (arriving) timeline = receiveEntry(timeline, arriving);
        }
        if (step.kind === 'catch up') timeline = fillGap(timeline, behind(lastOf(timeline)));
        if (step.kind === 'older') {
          const end = timeline.entries[0]!.seq - 1;
          timeline = prependOlder(timeline, page(log.slice(Math.max(0, end - 2), end), log.length, end > 3));
        }
        // As the page does after each change: an item whose entry is applied is done with.
        items = items.filter(({ seq }) => seq === null || seq > lastOf(timeline));
        holds();
      }
      timeline = fillGap(timeline, behind(lastOf(timeline)));
      holds();
      expect([lastOf(timeline), missingAfter(timeline), timeline.ahead]).toEqual([log.length, null, []]);
    }),
    { numRuns: 500 },
  );
});
