import type { Stack } from '../../../e2e/support/stack.ts';
import { child } from '../child.ts';
import { type Figure, median, sized, times } from '../figure.ts';
import type { LoadAnswer, LoadOrder } from '../floors/load.ts';
import type { StreamsOrder } from '../floors/streams.ts';
import { partnerHeaders } from '../partner-page.ts';

const ROUNDS = sized(5, 1);
const SECONDS = sized(4, 1);
/** Pages that are open and listen. */
const STREAMS = sized(200, 10);
/** For each kind of insight, pages that ask this often. */
const READERS = 8;
const PAUSE_MS = 20;
const KINDS = { sentiment: 'RELIANCE', equity: 'RELIANCE', options: 'NIFTY' } as const;
const SUBJECTS = ['market-sentiment:RELIANCE', 'equity-insights:RELIANCE', 'options-insights:NIFTY'];

/** A partner's afternoon: all three insights are asked for at the same time, packed as browsers take them, while pages stream. */
export async function mixedFigures(stack: Stack): Promise<Figure[]> {
  const port = Number(new URL(stack.portal).port);
  const headers = await partnerHeaders(stack);
  const order = (kind: keyof typeof KINDS): LoadOrder => ({
    port,
    path: `/embed/v1/${kind}/${KINDS[kind]}`,
    headers: { ...headers, accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'vimarsh-bench' },
    connections: READERS,
    seconds: SECONDS,
    pause: PAUSE_MS,
  });
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const [readers, streams] = [await Promise.all(kinds.map(() => child('floors/load.ts'))), await child('floors/streams.ts')];
  try {
    const token = headers.authorization!.replace('Bearer ', '');
    const url = `http://127.0.0.1:${port}/embed/v1/stream?watch=${token}~${SUBJECTS.join()}`;
    await streams.ask({ kind: 'open', url, origin: headers.origin!, count: STREAMS } satisfies StreamsOrder);
    const all = (): Promise<LoadAnswer[]> => Promise.all(kinds.map((kind, at) => readers[at]!.ask<LoadAnswer>(order(kind))));
    await all();
    await streams.ask({ kind: 'count' } satisfies StreamsOrder);
    const rounds: LoadAnswer[][] = [];
    for (const _ of times(ROUNDS)) rounds.push(await all());
    const { changes } = await streams.ask<{ changes: number }>({ kind: 'count' } satisfies StreamsOrder);
    if (changes === 0) throw new Error('no change came by any stream: is the market open at the stack’s time?');
    const p99 = kinds.map((_, at) => median(rounds.map((round) => round[at]!.p99)));
    const rate = median(rounds.map((round) => round.reduce((sum, { requests, seconds }) => sum + requests / seconds, 0)));
    return [
      {
        name: 'Insight JSON under mixed load, p99',
        budget: '',
        measured: `${Math.max(...p99).toFixed(1)} ms`,
        pass: null,
        note: `no budget is written; ${kinds.map((kind, at) => `${kind} ${p99[at]!.toFixed(1)} ms`).join(', ')}; ${Math.round(rate)} req/s beside ${STREAMS} streams with ${Math.round(changes / ROUNDS / SECONDS)} changes a second`,
      },
    ];
  } finally {
    await Promise.all([...readers, streams].map((each) => each.stop()));
  }
}
