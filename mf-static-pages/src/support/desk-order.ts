import type { DeskTicket } from '@vimarsh/shared/contract/support/types.ts';

/** As the server lists them: complaints first, the oldest first. */
const placeOf = ({ kind, opened_at, number }: DeskTicket): string => `${kind === 'complaint' ? 0 : 1} ${opened_at} ${number}`;

/** The first page as it is now, and behind its last message what was read before: a reload of that page loses none that moved out of it. */
export function withLater(first: readonly DeskTicket[], known: readonly DeskTicket[]): readonly DeskTicket[] {
  const last = first.at(-1);
  return last ? [...first, ...known.filter((one) => placeOf(one) > placeOf(last))] : first;
}
