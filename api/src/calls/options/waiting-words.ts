import type { Waiting } from './judge.ts';

/** Stocks that one sentence names. */
const NAMED = 5;

/** Tells the operator of option calls that wait, before their authors ask. */
export function waitingWords(waiting: readonly Waiting[]): string[] {
  if (waiting.length === 0) return [];
  const stocks = [...new Set(waiting.map(({ stock, day }) => `${stock} on ${day}`))];
  const named = stocks.length > NAMED ? `${stocks.slice(0, NAMED).join(', ')} and ${stocks.length - NAMED} more` : stocks.join(', ');
  const calls = waiting.length === 1 ? '1 open option call waits' : `${waiting.length} open option calls wait`;
  return [
    `${calls} because nobody knows what a corporate action made of the contracts (${named}): import the list of actions or the exchange’s adjustment, or let two admins decide.`,
  ];
}
