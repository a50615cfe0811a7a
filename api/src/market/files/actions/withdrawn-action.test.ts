import { expect, test } from 'vitest';
import type { CorporateAction } from '../../instruments/actions/corporate-action.ts';
import { FilesFeed } from '../files-feed.ts';
import { knownActions } from './known-actions.ts';

const BONUS: CorporateAction = { symbol: 'ITC', day: '2026-05-06', type: 'bonus', ratio: 1.1 };

test('an action that a later list takes back is news of its day, as one that is added is', async () => {
  let listed: readonly CorporateAction[] = [];
  let [at, clock] = [1, 0];
  const imported = async () => new Date(at);
  const bars = ['2026-05-05', '2026-05-06', '2026-05-07'].map((day) => ({ day, o: 800, h: 805, l: 795, c: 800, v: 1, prev_close: 800 }));
  const feed = new FilesFeed(
    {
      days: {
        latestImport: async () => new Date(1),
        days: async () => bars.map(({ day }) => day),
        shares: async () => new Map([['ITC', bars.map((bar) => ({ bar, symbol: 'ITC', file: null }))]]),
      },
      actions: {
        latestImport: imported,
        known: async () => ({ ...knownActions([], [], []), bySymbol: new Map([['ITC', listed]]) }),
      },
      bans: { latestImport: async () => null, known: async () => new Map() },
    },
    ['ITC'],
    { clock: () => clock },
  );
  const after = async (actions: readonly CorporateAction[]): Promise<string | null> => {
    [listed, at, clock] = [actions, at + 1, clock + 61_000];
    return (await feed.refresh())?.toISOString() ?? null;
  };
  await feed.refresh();
  expect(await after([BONUS])).toBe('2026-05-06T03:30:00.000Z');
  expect(await after([])).toBe('2026-05-06T03:30:00.000Z');
  expect(await after([])).toBeNull();
});
