import type { Stack } from '../../../e2e/support/stack.ts';
import { child } from '../child.ts';
import { type Figure, median, sized, times } from '../figure.ts';
import type { LoadAnswer, LoadOrder } from '../floors/load.ts';
import { partnerHeaders, sentimentPath } from '../partner-page.ts';

const ROUNDS = sized(5, 1);
const SECONDS = sized(4, 0.5);
/** People who sign in at the same time, each again as soon as the server has answered. */
const PEOPLE = sized(32, 4);
/** Readers, each of whom asks this often: a quiet server's day, not the most it can take. */
const READERS = 8;
const PAUSE_MS = 20;

/**
 * A cached GET while everybody signs in at once, against the same GET before and after, in turn. Passwords are made slow
 * on purpose; those who only read must not wait for them.
 */
export async function stormFigures(stack: Stack): Promise<Figure[]> {
  const port = Number(new URL(stack.portal).port);
  const order: LoadOrder = {
    port,
    path: sentimentPath('RELIANCE'),
    headers: { ...(await partnerHeaders(stack)), accept: '*/*', 'user-agent': 'vimarsh-bench' },
    connections: READERS,
    seconds: SECONDS,
    pause: PAUSE_MS,
  };
  const [readers, people] = [await child('floors/load.ts'), await child('floors/sign-ins.ts')];
  try {
    await readers.ask<LoadAnswer>(order);
    const rounds: { quiet: LoadAnswer; storm: LoadAnswer; tried: number }[] = [];
    for (const _ of times(ROUNDS)) {
      const quiet = await readers.ask<LoadAnswer>(order);
      const trying = people.ask<{ tried: number }>({ portal: stack.portal, people: PEOPLE, seconds: SECONDS + 1 });
      await new Promise((resolve) => setTimeout(resolve, 500));
      const storm = await readers.ask<LoadAnswer>(order);
      rounds.push({ quiet, storm, ...(await trying) });
    }
    const ratio = median(rounds.map(({ quiet, storm }) => storm.p99 / quiet.p99));
    const of = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick));
    return [
      {
        name: 'Cached GET while people sign in, p99',
        budget: '≤ 3× quiet',
        measured: `${of(({ storm }) => storm.p99).toFixed(1)} ms`,
        ratio,
        pass: ratio <= 3,
        note: `quiet ${of(({ quiet }) => quiet.p99).toFixed(1)} ms; ${Math.round(of(({ tried }) => tried / (SECONDS + 1)))} sign-ins/s by ${PEOPLE} people; half wait ${of(({ storm }) => storm.p50).toFixed(1)} ms, quiet ${of(({ quiet }) => quiet.p50).toFixed(1)} ms`,
      },
    ];
  } finally {
    await Promise.all([readers.stop(), people.stop()]);
  }
}
