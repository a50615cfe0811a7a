import pg from 'pg';
import { type Stack, startStack } from '../support/stack.ts';
import { child } from './child.ts';
import { type Figure, median, ms, times } from './figure.ts';
import type { LoadAnswer, LoadOrder } from './floors/load.ts';
import { type CallTable, growCalls } from './grow-calls.ts';
import { type Side, signedIn } from './signed-in.ts';

const SMALL = { calls: 1000, open: 300 };
const LARGE = { calls: 1_000_000, open: 3000 };
/** Pages of 50 behind the deep cursor: as deep as each table goes. */
const DEPTH = { small: 6, large: 200 };
const ROUNDS = 3;
const SECONDS = 1;
/** A Friday night: no price moves, so nothing but the lists works. */
const NIGHT = '2026-11-20T18:30:00Z';

/** The lists of calls over a PostgreSQL with a million calls against one with a thousand, both behind a whole server, in turn. */
export async function listFigures(template: string): Promise<Figure[]> {
  const url = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
  const name = 'Lists at 1,000,000 calls';
  const budget = '≤ 1.5× of 1,000';
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  try {
    await admin.connect();
  } catch {
    return [{ name, budget, measured: '', pass: null, note: 'skipped: no PostgreSQL answers at TEST_DATABASE_URL' }];
  }
  const at = (database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href;
  const small = `vimarsh_bench_${process.pid}_small`;
  const large = `vimarsh_bench_${process.pid}_large`;
  const start = (database: string): Promise<Stack> => startStack({ template, onDisk: true, now: NIGHT, env: { DATABASE_URL: at(database) } });
  const stacks: Stack[] = [];
  const load = await child('floors/load.ts');
  try {
    await admin.query(`create database ${small}`);
    await (await start(small)).stop();
    await admin.query(`create database ${large} template ${small}`);
    for (const { table } of KINDS) {
      await growCalls(at(small), table, SMALL);
      await growCalls(at(large), table, LARGE);
    }
    stacks.push(await start(small), await start(large));
    const results: { list: string; small: number; large: number; ratio: number }[] = [];
    for (const { address, lists, viewer } of KINDS.flatMap(({ viewers, ...kind }) => viewers.map((viewer) => ({ ...kind, viewer })))) {
      const [few, many] = await Promise.all(stacks.map((stack) => signedIn(stack, viewer)));
      for (const [list, query] of Object.entries(lists)) {
        const ask = async (side: Side, depth: number) => {
          const path = `${address}?${query}${list.includes('deep') ? `&cursor=${await cursorAfter(side, `${address}?${query}`, depth)}` : ''}`;
          return () => load.ask<LoadAnswer>({ port: side.port, path, headers: side.headers, connections: 1, seconds: SECONDS } satisfies LoadOrder);
        };
        const [ofSmall, ofLarge] = [await ask(few!, DEPTH.small), await ask(many!, DEPTH.large)];
        const rounds: { small: number; large: number }[] = [];
        for (const _ of times(ROUNDS)) rounds.push({ small: (await ofSmall()).p50, large: (await ofLarge()).p50 });
        results.push({
          list: `${list}, ${viewer}`,
          small: median(rounds.map((round) => round.small)),
          large: median(rounds.map((round) => round.large)),
          ratio: median(rounds.map((round) => round.large / round.small)),
        });
      }
    }
    return results.map(({ list, ratio, ...p50 }) => ({
      name: `${name}: ${list}`,
      budget,
      measured: `p50 ${ms(p50.large)}`,
      ratio,
      pass: ratio <= 1.5,
      note: `p50 of 1,000: ${ms(p50.small)}; ${LARGE.open} and ${SMALL.open} of them live`,
    }));
  } finally {
    await load.stop();
    for (const stack of stacks) await stack.stop();
    for (const database of [small, large]) await admin.query(`drop database if exists ${database} with (force)`);
    await admin.end();
  }
}

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
