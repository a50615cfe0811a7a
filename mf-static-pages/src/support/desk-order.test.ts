import type { DeskTicket, TicketKind } from '@vimarsh/shared/contract/support/types.ts';
import { expect, test } from 'vitest';
import { withLater } from './desk-order.ts';

const one = (number: string, kind: TicketKind, day: number): DeskTicket => ({
  ...{ number, kind, opened_at: `2026-11-${day}T06:00:00.000Z`, message: '', answered_at: null, answer: '' },
  ...{ name: '', email: '', partner_key: '' },
});
const [c1, c2, q1, q2, q3] = [
  one('c1', 'complaint', 20),
  one('c2', 'complaint', 24),
  one('q1', 'question', 11),
  one('q2', 'question', 12),
  one('q3', 'fraud', 12),
];

test.each<[string, DeskTicket[], DeskTicket[], DeskTicket[]]>([
  ['read as they come', [c1, q1], [q2, q3], [c1, q1, q2, q3]],
  ['each once', [c1, q1], [c1, q1, q2], [c1, q1, q2]],
  ['what a new complaint pushed out stays', [c1, c2], [c1, q1, q2], [c1, c2, q1, q2]],
  ['what was answered meanwhile is gone', [q1, q2], [c1, q1, q2, q3], [q1, q2, q3]],
  ['none waits', [], [c1], []],
])('%s', (_what, first, known, shown) => expect(withLater(first, known)).toEqual(shown));
