import { type Child, child } from '../child.ts';
import { type Figure, median, ms, sized, times, wait } from '../figure.ts';
import type { TurnAnswer, TurnOrder } from '../floors/turns.ts';
import { answers } from '../grown/answers.ts';
import type { CallTable } from '../grown/grow-calls.ts';
import { type Size, withGrown } from '../grown/grown.ts';
import { type Side, signedInPage } from '../signed-in.ts';

const SMALL: Size = { calls: sized(1000, 600), open: sized(300, 100), follows: sized(1000, 100) };
const LARGE: Size = { calls: sized(1_000_000, 1500), open: sized(3000, 100), follows: sized(1_000_000, 1000) };
/** Pages of 50 behind the deep cursor: as deep as each table goes. */
const DEPTH = { small: sized(6, 2), large: sized(200, 4) };
/** Turns in which each address is asked of both sides, and those before them that do not count. */
const TURNS = sized(35, 1);
const WARM_UP = sized(3, 0);
/**
 * Requests of each side in a turn, of which the middle counts: the first may compute what the next ones share, as most people's requests do. A short
 * run asks once, so that it never has to wait for a person's next minute.
 */
const REQUESTS = sized(3, 1);

interface Asked {
  readonly name: string;
  readonly viewer: string | null;
  /** The address, for a side that holds few or many. */
  path(side: Side, depth: number): Promise<string>;
}

/**
 * What is read of calls over a PostgreSQL with a million of them against one with a thousand, both behind a whole server: lists, and everything
 * that counts. Answers take milliseconds, and what else the machine does lasts longer: in each turn every address is asked three times of both
 * sides, by turns, and the ratio is the median of the turns' ratios.
 */
export async function listFigures(template: string): Promise<Figure[]> {
  const name = `At ${LARGE.calls.toLocaleString('en-IN')} calls`;
  const budget = '≤ 1.5× of 1,000';
  const turns = await child('floors/turns.ts');
  const measured = withGrown(template, { small: SMALL, large: LARGE }, async (pair) => {
    const all = [...listed(), ...answers];
    const figures: Figure[] = [];
    for (const viewer of new Set(all.map((each) => each.viewer))) {
      const [few, many] = await Promise.all([pair.small, pair.large].map((stack) => (viewer === null ? visitor(stack) : signedInPage(stack, viewer))));
      const rows: Row[] = [];
      for (const asked of all.filter((each) => each.viewer === viewer))
        rows.push({ name: asked.name, small: await open(asked, few!, DEPTH.small), large: await open(asked, many!, DEPTH.large), pairs: [] });
      for (const turn of times(WARM_UP + TURNS))
        for (const { small, large, pairs } of rows) {
          const taken = { small: [] as number[], large: [] as number[] };
          // Neither side always comes first.
          for (const request of times(REQUESTS))
            for (const side of (turn + request) % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const))
              taken[side].push(await askOnce(turns, { small, large }[side].order));
          if (turn >= WARM_UP) pairs.push({ small: median(taken.small), large: median(taken.large) });
        }
      for (const { name: what, small, large, pairs } of rows) {
        const ratio = median(pairs.map((taken) => taken.large / taken.small));
        figures.push({
          name: `${name}: ${what}, ${viewer ?? 'visitor'}`,
          budget,
          measured: `p50 ${median(pairs.map((taken) => taken.large)).toFixed(1)} ms`,
          ratio,
          pass: ratio <= 1.5,
          note: `p50 of 1,000: ${median(pairs.map((taken) => taken.small)).toFixed(1)} ms; the first answer ${ms(large.first)}, of 1,000 ${ms(small.first)}`,
        });
      }
    }
    return figures;
  });
  return measured.finally(() => turns.stop());
}

interface Row {
  readonly name: string;
  readonly small: Opened;
  readonly large: Opened;
  readonly pairs: { small: number; large: number }[];
}
interface Opened {
  readonly order: TurnOrder;
  /** How long the first answer took, ms: what is computed once is computed there. */
  readonly first: number;
}

async function open(asked: Asked, side: Side, pages: number): Promise<Opened> {
  const path = await asked.path(side, pages);
  const began = performance.now();
  const answer = await fetch(`${side.portal}${path}`, { headers: side.headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} was answered by ${answer.status}`);
  return { order: { port: side.port, path, headers: side.headers }, first: performance.now() - began };
}

/** Milliseconds of one answer. A route that counts takes 120 requests a minute of a person: where those are spent, the next minute is waited for. */
async function askOnce(turns: Child, order: TurnOrder): Promise<number> {
  for (;;) {
    const { ms, retryAfter } = await turns.ask<TurnAnswer>(order);
    if (retryAfter === undefined) return ms;
    await wait(retryAfter * 1000);
  }
}

const visitor = ({ portal }: { portal: string }): Side => ({ portal, port: Number(new URL(portal).port), headers: {} });

/** The lists of each kind, for who pays for some of them and for who pays for all. */
const listed = (): Asked[] =>
  KINDS.flatMap(({ address, viewers, lists }) =>
    viewers.flatMap((viewer) =>
      Object.entries(lists).map(([name, query]) => ({
        name,
        viewer,
        path: async (side: Side, depth: number) => {
          const list = `${address}?${query}`;
          return name.includes('deep') ? `${list}&cursor=${await cursorAfter(side, list, depth)}` : list;
        },
      })),
    ),
  );

interface Kind {
  readonly table: CallTable;
  readonly address: string;
  /** Who pays for some of them, and who for all. */
  readonly viewers: readonly string[];
  readonly lists: Readonly<Record<string, string>>;
}

const KINDS: readonly Kind[] = [
  {
    table: 'calls',
    address: '/reco/v1/calls',
    viewers: ['Lite investor', 'Pro investor'],
    lists: {
      live: 'view=live&limit=20',
      past: 'view=past&limit=20',
      'past of one stock': 'view=past&limit=20&stock=RELIANCE',
      'past, deep': 'view=past&limit=50',
    },
  },
  {
    table: 'option_calls',
    address: '/reco/v1/options/calls',
    viewers: ['Premium investor', 'Pro investor'],
    lists: {
      'options live': 'view=live&limit=20',
      'options past': 'view=past&limit=20',
      'options past of one index': 'view=past&limit=20&stock=NIFTY',
      'options past by result': 'view=past&limit=20&sort=result',
      'options past, deep': 'view=past&limit=50',
    },
  },
];

async function cursorAfter({ portal, headers }: Side, list: string, pages: number): Promise<string> {
  let cursor = '';
  for (const page of times(pages)) {
    const answer = await fetch(`${portal}${list}${cursor && `&cursor=${cursor}`}`, { headers });
    const { data } = (await answer.json()) as { data: { next: string | null } | null };
    if (!data?.next) throw new Error(`the list ended after ${page + 1} pages`);
    cursor = data.next;
  }
  return cursor;
}
