import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REPOSITORY, type Stack } from '../../../e2e/support/stack.ts';
import { maySee, scopeOf } from '../../../shared/domain/access/equity-scope.ts';
import { callerWith } from '../../../shared/domain/access/testing.ts';
import { child, cpuSeconds, idleShare } from '../child.ts';
import { type Figure, median, sized, times } from '../figure.ts';
import type { LoadAnswer, LoadOrder } from '../floors/load.ts';
import { signedInPage } from '../signed-in.ts';

const RATE = sized(200, 20);
const SECONDS = sized(15, 1);
const RIGHTS_SECONDS = sized(2, 0.5);
/** Rows of the page that is asked for. */
const ROWS = 20;
const LIST = `/reco/v1/calls?view=live&limit=${ROWS}`;

/** What selling costs a server: events of the payment provider at a steady rate, and the rights that every list asks. */
export const moneyFigures = async (stack: Stack): Promise<Figure[]> => [await rightsFigure(stack), await webhooksFigure()];

interface Told {
  readonly people: number;
  readonly took_s: number;
  readonly p99_ms: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly plans: number;
  readonly payments: number;
  readonly invoices: number;
  readonly unbalanced: readonly string[];
}

/** People who pay, 200 a second, on PostgreSQL; every tenth event is told twice at once. */
async function webhooksFigure(): Promise<Figure> {
  const script = `${REPOSITORY}api/src/money/measure-webhooks.testing.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--rate', String(RATE), '--seconds', String(SECONDS)]);
  const { people, took_s, p99_ms, outcomes, plans, payments, invoices, unbalanced } = JSON.parse(stdout.trim().split('\n').at(-1)!) as Told;
  const isWhole = unbalanced.length === 0 && [plans, payments, invoices].every((count) => count === people);
  return {
    name: 'Events of payments',
    budget: `${RATE} a second, none lost or doubled`,
    measured: `${Math.round(people / took_s)} a second`,
    pass: isWhole && took_s <= SECONDS + 1,
    against: { floor: 'disk', ms: (took_s * 1000) / people },
    note: `${people} payments; answered in p99 ${Math.round(p99_ms)} ms: ${Object.entries(outcomes)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(
        ', ',
      )}; ${isWhole ? 'each gave one plan and one invoice, and the books agree' : [...unbalanced, `${plans} plans, ${invoices} invoices`].join('; ')}`,
  };
}

/** What a Pro investor may see of a page of live calls, against all that answering it takes of the processor. */
async function rightsFigure(stack: Stack): Promise<Figure> {
  const { port, headers } = await signedInPage(stack, 'Pro investor');
  const load = await child('floors/load.ts');
  try {
    const run = async (idle: number): Promise<number> => {
      const before = cpuSeconds(stack.pid());
      const { requests, seconds } = await load.ask<LoadAnswer>({ port, path: LIST, headers, connections: 1, seconds: RIGHTS_SECONDS } satisfies LoadOrder);
      return (cpuSeconds(stack.pid()) - before - idle * seconds) / requests;
    };
    for (const _ of times(sized(3, 1))) await run(0);
    const idle = await idleShare(stack.pid());
    const answers: number[] = [];
    for (const _ of times(sized(5, 1))) answers.push(await run(idle));
    const [rights, answer] = [rightsSeconds(), median(answers)];
    return {
      name: 'Rights in a list of calls',
      budget: '≤ 1.05× of the answer without them',
      measured: `${(rights * 1e6).toFixed(1)} µs of processor a page of ${ROWS}`,
      ratio: answer / (answer - rights),
      pass: answer / (answer - rights) <= 1.05,
      note: `the whole answer ${(answer * 1e6).toFixed(0)} µs`,
    };
  } finally {
    await load.stop();
  }
}

function rightsSeconds(): number {
  const viewer = callerWith({ plan: 'Pro' });
  const until = { next_trading_day: '2026-11-19', public_lag: '2026-11-18' };
  const row = { expert_id: 'usr_expert', term: 'shortTerm', weekly_pick: false, ended_on: null, open: true } as const;
  const rounds = times(5).map(() => {
    const before = process.cpuUsage();
    for (const _ of times(5000)) {
      const scope = scopeOf(viewer);
      for (let at = 0; at < ROWS; at += 1) if (!maySee(viewer, scope, row, until)) throw new Error('Pro sees live calls');
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6 / 5000;
  });
  return median(rounds);
}
