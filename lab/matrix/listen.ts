import type { Page } from '@playwright/test';

/** Longest time that a round counts for, in milliseconds: the rest the machine is late by. */
const MOST_OF_A_ROUND = 300;

/**
 * Listens until it is asked: the longest time in which the place of the screen had neither content nor words. What a round
 * takes longer than it should, the machine is late by.
 */
export function listen(page: Page): () => Promise<number> {
  let silence = 0;
  let longest = 0;
  let listening = true;
  const speaks = (): boolean =>
    [...document.querySelectorAll('#outlet :is(h1, .failure, .late, [role=alert], [role=status]), body > :is(p, h1, main:not(#outlet))')].some(
      (element) => element.checkVisibility({ visibilityProperty: true }) && element.textContent?.trim(),
    );
  let began = Date.now();
  const round = async (): Promise<void> => {
    while (listening) {
      const said = await Promise.race([page.evaluate(speaks), new Promise<false>((resolve) => setTimeout(resolve, 1_000, false))]).catch(() => false);
      silence = said ? 0 : silence + Math.min(Date.now() - began, MOST_OF_A_ROUND);
      began = Date.now();
      longest = Math.max(longest, silence);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const rounds = round();
  return async () => {
    listening = false;
    await rounds;
    return longest;
  };
}
