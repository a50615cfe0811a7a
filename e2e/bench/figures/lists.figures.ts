import { child } from '../child.ts';
import { type Figure, median, ms, sized, times } from '../figure.ts';
import type { LoadAnswer, LoadOrder } from '../floors/load.ts';
import { answers } from '../grown/answers.ts';
import type { CallTable } from '../grown/grow-calls.ts';
import { type Size, withGrown } from '../grown/grown.ts';
import { type Side, signedIn } from '../signed-in.ts';

const SMALL: Size = { calls: sized(1000, 600), open: sized(300, 100), follows: sized(1000, 100) };
const LARGE: Size = { calls: sized(1_000_000, 1500), open: sized(3000, 100), follows: sized(1_000_000, 1000) };
/** Pages of 50 behind the deep cursor: as deep as each table goes. */
const DEPTH = { small: sized(6, 2), large: sized(200, 4) };
const ROUNDS = sized(3, 1);
const SECONDS = sized(1, 0.5);

interface Asked {
  readonly name: string;
  readonly viewer: string | null;
  /** Requests of one measurement, where the route has a limit of its own. */
  readonly most?: number;
  /** The address, for a side that holds few or many. */
  path(side: Side, depth: number): Promise<string>;
}

/**
 * What is read of calls over a PostgreSQL with a million of them against one with a thousand, both behind a whole server, in turn: lists, and
 * everything that counts.
 */
export async function listFigures(template: string): Promise<Figure[]> {
  const name = `At ${LARGE.calls.toLocaleString('en-IN')} calls`;
  const budget = '≤ 1.5× of 1,000';
  const load = await child('floors/load.ts');
  const measured = withGrown(template, { small: SMALL, large: LARGE }, async (pair) => {
    const figures: Figure[] = [];
    for (const viewer of new Set([...listed(), ...answers].map((each) => each.viewer))) {
      const [few, many] = await Promise.all([pair.small, pair.large].map((stack) => (viewer === null ? visitor(stack) : signedIn(stack, viewer))));
      for (const asked of [...listed(), ...answers].filter((each) => each.viewer === viewer)) {
        const ask = async (side: Side, pages: number) => {
          const path = await asked.path(side, pages);
          const order = {
            port: side.port,
            path,
            headers: side.headers,
            connections: 1,
            seconds: SECONDS,
            ...(asked.most && { most: asked.most }),
          } satisfies LoadOrder;
          // An answer that is computed once is computed here.
          const began = performance.now();
          const answer = await fetch(`${side.portal}${path}`, { headers: side.headers });
          await answer.arrayBuffer();
          if (!answer.ok) throw new Error(`${path} was answered by ${answer.status}`);
          const first = performance.now() - began;
          return { first, again: async () => (await load.ask<LoadAnswer>(order)).p50 };
        };
        const [ofSmall, ofLarge] = [await ask(few!, DEPTH.small), await ask(many!, DEPTH.large)];
        const taken: { small: number; large: number }[] = [];
        for (const _ of times(ROUNDS)) taken.push({ small: await ofSmall.again(), large: await ofLarge.again() });
        const ratio = median(taken.map((round) => round.large / round.small));
        const [small, much] = [median(taken.map((round) => round.small)), median(taken.map((round) => round.large))];
        figures.push({
          name: `${name}: ${asked.name}, ${viewer ?? 'visitor'}`,
          budget,
          measured: `p50 ${ms(much)}`,
          ratio,
          pass: ratio <= 1.5,
          note: `p50 of 1,000: ${ms(small)}; the first answer ${ms(ofLarge.first)}, of 1,000 ${ms(ofSmall.first)}`,
        });
      }
    }
    return figures;
  });
  const figures = await measured.finally(() => load.stop());
  return figures ?? [{ name, budget, measured: '', pass: null, note: 'skipped: no PostgreSQL answers at TEST_DATABASE_URL' }];
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
