import type { Page } from '@playwright/test';
import axe from 'axe-core';

export interface Look {
  /** Selector of what is left out. */
  readonly without?: string;
  /** These rules only; default: all that axe runs by itself. */
  readonly rules?: readonly string[];
}

/** What another theme alone can break. */
export const OF_COLOURS = ['color-contrast', 'link-in-text-block'] as const;

// Frames of other origins are asked as well: a partner's page has them.
const PREPARE = `${axe.source};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`;

/**
 * What axe objects to on the page as it stands, its frames included: rule and places of each. The answer is made within
 * the page: to carry out everything that axe found in order takes five times as long as the looking.
 */
export async function accessibilityFaults(page: Page, { without, rules }: Look = {}): Promise<string[]> {
  for (const frame of page.frames()) {
    const isPrepared = async (): Promise<void> => void ((await frame.evaluate(() => 'axe' in globalThis)) || (await frame.evaluate(PREPARE)));
    await isPrepared().catch((error: unknown) => {
      if (!frame.isDetached()) throw error;
    });
  }
  return page.evaluate(
    async ({ without, rules }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { violations, incomplete } = await axe.run(without ? { exclude: [[without]] } : document, {
        resultTypes: ['violations', 'incomplete'],
        // Nothing here plays sound, and no rule that runs reads style sheets: to gather them takes a tenth of the looking.
        preload: false,
        // A frame on a busy machine has more than half a second to answer.
        pingWaitTime: 20_000,
        ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
      });
      // A frame that did not answer was not looked at.
      const unseen = incomplete.filter(({ id }) => id === 'frame-tested');
      return [...violations, ...unseen].map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { without, rules },
  );
}
