import { CELLS, draw, nameOf } from '../matrix/cells.ts';
import { play } from '../matrix/play.ts';
import { expect, test } from '../support/story.ts';

/** A few cells of `npm run matrix`, which plays all of them: two of its quick ones by seed, and what once left a portal dead. */
const QUICK = CELLS.filter(({ fault }) => fault === '503 once' || fault === 'poisoned cache');
const DEADLY = CELLS.filter((cell) =>
  ['boot.js, HTML, first visit', 'boot.js, poisoned cache, with worker', 'frame panel, 503 for ever, open tab'].includes(nameOf(cell)),
);

for (const cell of [...DEADLY, ...draw(20_261_122, 2, QUICK)])
  test(`${nameOf(cell)}: the page speaks within ten seconds, comes back, and what was typed stands`, async ({ browser, stack }) => {
    expect(await play(browser, stack, cell)).toEqual([]);
  });
