import type { Experiment, Options } from './experiment.ts';

const experiment = <Own extends Options>(one: Experiment<Own>): Experiment => one;
const anySeed = Date.now() % 1_000_000_000;

/**
 * Every experiment, by the name that starts it. Its code is loaded only then, so that the list comes at once. Times are those of two shared
 * cores.
 */
export const EXPERIMENTS: Readonly<Record<string, Experiment>> = {
  bench: experiment({
    does: 'Measures every budget of the architecture against floors that it builds itself',
    takes: 'minutes for each group; --short: 3 min in all',
    needs: 'Chromium; PostgreSQL for four of its groups',
    options: { only: [] as string[], long: false, short: false, keep: false, template: '.cache/bench-data' },
    start: async (options) => (await import('./bench/bench.ts')).default(options),
  }),
  matrix: experiment({
    does: 'Lets every file of the page go wrong in every way at every moment',
    takes: 'an hour; seconds for each of --count',
    needs: 'Chromium',
    options: { seed: 1, count: Number.POSITIVE_INFINITY, only: '', 'at-once': 2, rest: false, fresh: true, log: '.cache/matrix.jsonl' },
    start: async (options) => (await import('./matrix/matrix.ts')).default(options),
  }),
  faults: experiment({
    does: 'Breaks PostgreSQL, Redis, mail and processes in turn under two nodes at work',
    takes: '--minutes, 5 if not given',
    needs: 'PostgreSQL, Redis',
    options: { minutes: 5, seed: 1, only: '' },
    start: async (options) => (await import('./faults/faults.ts')).default(options),
  }),
  rolling: experiment({
    does: 'Replaces two nodes behind a balancer in turn under load',
    takes: 'minutes',
    needs: 'PostgreSQL, Redis',
    options: { requests: 10_000, sockets: 600, seed: 1 },
    start: async (options) => (await import('./faults/rolling.ts')).default(options),
  }),
  releases: experiment({
    does: 'Runs three releases of the server on one database, forth and back under load',
    takes: 'twice --minutes, 2 if not given',
    needs: 'PostgreSQL',
    options: { commits: '', minutes: 2 },
    start: async (options) => (await import('./faults/releases.ts')).default(options),
  }),
  attack: experiment({
    does: 'Tries on a running server of this machine what somebody hostile would',
    takes: 'a few minutes; ten times that with --long',
    needs: 'npm start in another terminal',
    options: { url: 'http://localhost:4000', seed: 1, only: '', long: false },
    first: 'url',
    start: async (options) => (await import('./attack/attack.ts')).default(options),
  }),
  'fuzz-files': experiment({
    does: 'Uploads broken and hostile files',
    takes: 'an hour for 10,000',
    needs: 'nothing',
    options: { runs: 10_000, seed: anySeed, 'at-once': 2 },
    start: async (options) => (await import('./fuzz-files.ts')).default(options),
  }),
  'price-histories': experiment({
    does: 'Lives random histories of days of prices that come late, twice, again or never, beside a model of what is complete',
    takes: '2 min for 10,000',
    needs: 'nothing',
    options: { runs: 10_000, seed: anySeed },
    start: async (options) => (await import('./price-histories.ts')).default(options),
  }),
  altered: experiment({
    does: 'Writes other values into every column and field of what is shown of calls and authors, one at a time, and looks whether each check notices',
    takes: 'half an hour',
    needs: 'nothing',
    options: { columns: 1000, seed: anySeed },
    start: async (options) => (await import('./altered.ts')).default(options),
  }),
  histories: experiment({
    does: 'Buys and leaves plans at random beside a model, through crashes and events in any order',
    takes: 'half an hour for 10,000',
    needs: 'nothing; also on PostgreSQL where one answers',
    options: { runs: 10_000, seed: anySeed },
    start: async (options) => (await import('./histories.ts')).default(options),
  }),
  chats: experiment({
    does: 'Kills and freezes servers of chats, cuts their database and their Redis, lets a phone come back again and again and loses messages on their way',
    takes: 'an hour',
    needs: 'PostgreSQL and Redis; without them the embedded database alone',
    options: { kills: 100, reconnects: 1000, messages: 10_000, seed: 460 },
    start: async (options) => (await import('./chats.ts')).default(options),
  }),
  orders: experiment({
    does: 'Sends orders at random to a broker that lies, fails and stays silent, kills the process at any moment, and compares both books at the end of the day',
    takes: 'as long as --minutes lets it; 100,000 orders take about an hour on two free cores',
    needs: 'nothing; also on PostgreSQL where one answers',
    options: { runs: 100_000, seed: anySeed, minutes: 120, on: [] as string[] },
    start: async (options) => (await import('./orders.ts')).default(options),
  }),
  'order-kills': experiment({
    does: 'Kills a server of orders with SIGKILL between any two steps of an order, its broker in another process, and compares both books at the end',
    takes: 'ten minutes for 100',
    needs: 'PostgreSQL',
    options: { kills: 100, seed: 48 },
    start: async (options) => (await import('./order-kills.ts')).default(options),
  }),
  driftless: experiment({
    does: 'Walks prices without direction through calls of every kind, and counts whether chance is reckoned with as it is',
    takes: 'a few minutes for 100,000 paths each',
    needs: 'nothing',
    options: { paths: 100_000, seed: 1 },
    start: async (options) => (await import('./driftless.ts')).default(options),
  }),
  'live-day': experiment({
    does: 'Plays a day of 250 instruments over a stand-in of Kite or Upstox into a market that judges calls, and holds them against the day’s file',
    takes: '40 min at ten times the speed of a day',
    needs: 'nothing; also on PostgreSQL where one answers',
    options: { seed: 20_261_120, speed: 10, broker: 'kite' },
    start: async (options) => (await import('./live-day.ts')).default(options),
  }),
};
