import type { Term } from '@vimarsh/shared/contract/calls/types.ts';
import { OPTION_DIMENSIONS } from '@vimarsh/shared/contract/categorisation/options.ts';
import { DIMENSIONS } from '@vimarsh/shared/contract/categorisation/types.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Config } from '../config.ts';
import { demoPlace } from '../demo-data.testing.ts';
import { DEMO_PASSWORD, demoSignIns } from '../identity/demo/index.ts';
import { type Ledger, type NewEvent, openLedger } from '../ledger/index.ts';
import { createLogger } from '../platform/log/logging.ts';
import type { PlatformProcess } from '../platform/platform.create.ts';
import { testConfig } from '../platform/testing.ts';
import { createServer } from '../server.ts';
import { equityKind } from './equity/kind.ts';
import { publishEvent } from './equity/publication.ts';
import { EQUITY, equityTables } from './equity/tables.ts';
import { draftOf } from './testing.ts';
import {
  type Answers,
  Differences,
  type Guesses,
  guessDirection,
  guessTouched,
  leavesOf,
  NO_ANSWERS,
  type Question,
  questionsOf,
} from './visitor-game.testing.ts';

/**
 * The paywall as a game. The house publishes and withdraws calls by the toss of a coin; a reader who may not see them asks
 * everything the contract offers before and after, and guesses. Prices stand still and so does the clock but for the house's
 * steps, which makes it as easy as can be. A reader who may see the calls plays along, to show that the attacker can win.
 */
const NOW = '2026-11-21T06:00:00Z';
const STOCKS = ['RELIANCE', 'TCS', 'INFY', 'HDFCBANK', 'ICICIBANK', 'SBIN', 'TITAN', 'MARUTI', 'SUNPHARMA', 'HCLTECH'];
const ROUNDS = 4;
const WINDOWS = 12;
const LIVE = 220;
const TERMS = { shortTerm: '2026-12-15', mediumTerm: '2027-02-15', longTerm: '2027-09-15' } as const;

/** What a stranger tries. Ended calls are no secret, and their ids neither. */
const GUESSES: Guesses = {
  stock: 'stock',
  stock_code: 'stock',
  symbol: 'stock',
  symbols: 'stock',
  stocks: 'stock',
  search: 'stock',
  indice: ['NIFTY'],
  broker_access_key: [],
  access_key: [],
  token: [],
  proof: [],
  cursor: [],
  limit: ['50'],
  // Of somebody who brings others: no call is behind it.
  code: ['CDFGHJKM'],
  user_id: [],
  authors: [],
  of: ['shares', 'options'],
  q: ['a'],
  id: [],
  ids: [],
  kind: ['equity'],
  // A room of nobody who asks.
  room: ['01J8Z5Y5T8R3W0C2N4B6M8K0QA'],
  // Hours of an expert: no call is behind them.
  expert: ['exp_03'],
  // No file is anybody’s who asks, and no call is behind one.
  file: [],
  post: ['demo_post_001', 'demo_post_005'],
  expiry: [],
  from: ['2026-11-01'],
  to: ['2026-11-21'],
  date: ['2026-11-20'],
  // Of one's own orders: nobody else's call is behind one.
  day: ['2026-11-20'],
  shares: ['2026-11-20'],
  order_at: ['2026-11-20T05:00:00.000Z'],
  broker_id: ['40'],
  subjects: [],
  set: ['retail', 'advisors', 'brokers'],
  name: ['faq', 'terms-condition'],
  topic: ['my_calls'],
  before: ['2'],
  after: ['0'],
  version: ['1.0.0'],
  number: ['VR/26-27/000001'],
  coupon: ['WELCOME20'],
  ...Object.fromEntries([...DIMENSIONS, ...OPTION_DIMENSIONS].map((dimension) => [dimension, []])),
  sector: ['Banking', 'IT'],
};
/** Goes by the server’s own clock and names nothing that no root covers. */
const NOT_ASKED = [...NO_ANSWERS, '/reco/v1/ledger/audit'];

/** Of the log beside its first tile: the head, and tiles that are there, grow with the next root, or would be there if the log were longer. */
const LOG_PARTS = [
  'checkpoint',
  'head/1',
  'tile/0/000.p/1',
  'tile/0/001',
  'tile/0/008.p/1',
  'tile/0/012.p/1',
  'tile/0/020.p/255',
  'tile/1/000',
  'tile/1/000.p/8',
];

let server: PlatformProcess;
let remove: () => Promise<void>;
let config: Config;
/** Beside the server's own: what another node writes is read the same way. */
let ledger: Ledger;
let base: string;
let key: string;
let origin: string;
let asking: Question[];
const bearers = new Map<string, string>();
const experts: string[] = [];
const random = rng(13);
const toss = (): boolean => random.next() < 0.5;
let client = 0;
const nextAddress = () => `10.13.${(++client >> 8) & 255}.${client & 255}`;
const began = Date.now();
/** The market's, which goes on from its start as the clock does. */
const marketNow = (): Date => new Date(Date.parse(NOW) + Date.now() - began);
/** Long enough for whatever is kept in memory to be made anew. */
const pass = (): void => void vi.setSystemTime(Date.now() + 31_000);

const inject = (reader: string, { method, url, payload }: Omit<Question, 'about'>, more: Record<string, string> = {}) => {
  const bearer = bearers.get(reader);
  const headers = { host: 'localhost', ...more, ...(bearer && !more.authorization && { authorization: `Bearer ${bearer}` }) };
  return server.app.inject({ method, url, remoteAddress: nextAddress(), headers, ...(payload && { payload }) });
};

beforeAll(async () => {
  // It stands, but where the demo's data left it: they are younger than the market's time.
  vi.useFakeTimers({ toFake: ['Date'], now: began });
  const { DATA_DIR, place, ...copy } = await demoPlace('pglite');
  remove = copy.remove;
  config = testConfig({ DATA_DIR, MARKET_NOW: NOW, DEMO: 'on' });
  server = await createServer(config, createLogger('silent'), { place });
  await server.start();
  ledger = await openLedger(server);
  ledger.register(equityKind(null as never));
  base = `http://127.0.0.1:${await server.listen(0)}`;
  experts.push(...(await inject('', { method: 'GET', url: '/reco/v1/experts' })).json().data.map(({ user_id }: { user_id: string }) => user_id));
  const rows = await (server.db as never as ReturnType<typeof equityTables>)
    .selectFrom('access_keys' as 'calls')
    .selectAll()
    .execute();
  const active = (rows as unknown as { key: string; origins: string[]; status: string; widgets: string[] }[]).find(
    ({ status, widgets, origins }) => status === 'active' && widgets.length === 3 && origins.some((each) => each.startsWith('http')),
  )!;
  key = active.key;
  origin = active.origins.find((each) => each.startsWith('http'))!;

  const [ended] = (await inject('', { method: 'GET', url: '/reco/v1/calls?view=past' })).json().data.items;
  const routes = server
    .routes()
    .filter(({ method, access, path }) => method === 'GET' && (access === 'open' || access === 'session') && !NOT_ASKED.includes(path));
  const guesses = {
    ...GUESSES,
    id: [ended.id],
    user_id: experts.slice(0, 3),
    authors: [experts.slice(0, 3).join(',')],
    access_key: [key],
    subjects: [subjects()],
    broker_access_key: [key],
  };
  const drafts = STOCKS.map((stock) => ({ method: 'POST' as const, url: '/reco/v1/calls/check', payload: draftFor(stock, 1, 'shortTerm'), about: stock }));
  // A page of security.txt says until which day it is good: another one from midnight on, whatever was published.
  const beside = server
    .addresses()
    .filter((address) => address.startsWith('GET /') && !/\/media|\/__|\/w\/|\/metrics|\/releases|\/docs|\/fonts|\*|security\.txt$/.test(address))
    .filter((address) => !server.routes().some(({ method, path }) => address === `${method} ${path}`))
    .map((address) => ({ method: 'GET' as const, url: address.slice(4).replace(/\/:\w+\??/g, '/RELIANCE'), about: '' }));
  asking = [
    ...questionsOf(routes, guesses, STOCKS),
    ...drafts,
    ...beside,
    { method: 'GET', url: '/.well-known/vimarsh-log/tile/0/000', about: '' },
    ...LOG_PARTS.map((part) => ({ method: 'GET' as const, url: `/.well-known/vimarsh-log/${part}`, about: '' })),
    { method: 'GET', url: '/sitemap.xml', about: '' },
    { method: 'GET', url: '/', about: '' },
  ];
  await publish(
    STOCKS.flatMap((stock) => Array.from({ length: Math.ceil(LIVE / STOCKS.length) }, () => ({ stock, side: toss() ? (1 as const) : (-1 as const) }))),
  );
}, 600_000);
afterAll(async () => {
  await server.close();
  await remove();
  vi.useRealTimers();
});

/** A bearer lives shorter than the game. */
async function signIn(): Promise<void> {
  for (const [reader, shows] of Object.entries({ free: 'free investor', pro: 'Pro investor' })) {
    const { email } = demoSignIns.find((each) => each.shows === shows)!;
    const payload = { username: email, password: DEMO_PASSWORD, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' };
    bearers.set(reader, (await inject('', { method: 'POST', url: '/auth/v1/sign_in', payload })).json().token_data.access_token);
  }
}
beforeEach(signIn);

const subjects = (): string => STOCKS.flatMap((stock) => [`market-sentiment:${stock}`, `equity-insights:${stock}`]).join();

function draftFor(stock: string, side: 1 | -1, term: Exclude<Term, 'intraday'>) {
  const levels = { entry_low: 100, entry_high: 100, target: 100 + 8 * side, stop_loss: 100 - 4 * side, valid_till: TERMS[term] };
  return draftOf({ stock, call_type: side === 1 ? 'Buy' : 'Sell', term, ...levels });
}

let serial = 0;
const published = new Map<string, { stock: string; author: string }>();
async function append(events: readonly NewEvent[]): Promise<void> {
  await server.transaction(async (shared) => {
    await ledger.append(shared, (await ledger.lock(shared)).seq, events);
  });
}
/** Straight into the record: how many calls one may publish is not the question here. */
async function publish(calls: readonly { stock: string; side: 1 | -1 }[]): Promise<void> {
  const events = calls.map(({ stock, side }) => {
    const [call_id, author] = [`call_game_${++serial}`, experts[Math.floor(random.next() * experts.length)]!];
    published.set(call_id, { stock, author });
    const term = (['shortTerm', 'mediumTerm', 'longTerm'] as const)[Math.floor(random.next() * 3)]!;
    const listing = { name: stock, sector: 'Banking', cap: 'large' as const, fno: true };
    return publishEvent({
      call_id,
      author,
      draft: draftFor(stock, side, term),
      listing,
      publishedAt: marketNow(),
      ltp: 100,
      feedTs: marketNow().toISOString(),
    });
  });
  await append(events);
}
async function withdraw(stocks: readonly string[]): Promise<void> {
  const ts = marketNow().toISOString();
  const gone = stocks.map((stock) => [...published].find(([, call]) => call.stock === stock)!);
  for (const [id] of gone) published.delete(id);
  await append(
    gone.map(([call_id, { author }]) => ({ kind: EQUITY, call_id, expert_id: author, type: 'cancelled', payload: { reason: '' }, actor: author, ts })),
  );
}

/** Everything there is to read, as one reader. */
async function readAll(reader: string, questions: readonly Question[]): Promise<Answers> {
  const session = await inject(reader, { method: 'GET', url: `/embed/v1/session?access_key=${key}` }, { origin });
  const token = `Bearer ${session.json().data.token}`;
  const answers = new Map<Question, ReturnType<typeof leavesOf>>();
  for (const question of questions) {
    const embedded = question.url.startsWith('/embed/') ? { origin, ...(question.url.startsWith('/embed/v1/session') ? {} : { authorization: token }) } : {};
    const { statusCode, headers, body } = await inject(reader, question, embedded);
    answers.set(question, leavesOf(statusCode, headers, body));
  }
  return answers;
}

/** Chance and three deviations. */
const byChance = (tries: number): number => 0.5 + 3 * Math.sqrt(0.25 / tries);
const isLive = async (): Promise<number> => (await equityTables(server.db).selectFrom('calls').select('id').where('is_open', '=', true).execute()).length;

test('whoever may not see live calls can’t tell by anything which stocks have one, nor its side; who may see them, can', async () => {
  const readers = ['', 'free', 'pro'];
  const all = new Map<string, { differences: Differences; last: Answers }>();
  for (const reader of readers) {
    const first = await readAll(reader, asking);
    pass();
    const second = await readAll(reader, asking);
    all.set(reader, { differences: new Differences([first, second]), last: second });
    const answered = [...second.values()].filter((leaves) => leaves.get('status') === '200').length;
    // What is personal is answered to no visitor.
    expect(answered, 'most questions have to be answered, or nothing is tried').toBeGreaterThan((reader === '' ? 0.5 : 0.6) * asking.length);
  }
  expect(await isLive()).toBeGreaterThan(200);
  const right = new Map(readers.map((reader) => [reader, { touched: 0, side: 0, sides: 0, traces: [] as string[] }]));
  for (let round = 0; round < ROUNDS; round++) {
    const side = new Map(STOCKS.map((stock) => [stock, toss() ? (1 as const) : (-1 as const)]));
    const touched = STOCKS.filter(toss);
    const withdrawn = round % 3 === 2;
    if (withdrawn) await withdraw(touched);
    else await publish(touched.flatMap((stock) => [stock, stock].map(() => ({ stock, side: side.get(stock)! }))));
    pass();
    for (const reader of readers) {
      const { differences, last } = all.get(reader)!;
      const now = await readAll(reader, asking);
      const changes = differences.between(last, now);
      all.get(reader)!.last = now;
      const score = right.get(reader)!;
      score.traces.push(...changes.map(({ question, path }) => `${question.method} ${question.url} ${path}`));
      const guess = guessTouched(changes, STOCKS, random);
      score.touched += STOCKS.filter((stock) => guess.has(stock) === touched.includes(stock)).length;
      if (withdrawn) continue;
      score.sides += touched.length;
      score.side += touched.filter((stock) => guessDirection(changes, stock, random) === side.get(stock)).length;
    }
  }
  const tries = ROUNDS * STOCKS.length;
  const share = (reader: string) => ({ touched: right.get(reader)!.touched / tries, side: right.get(reader)!.side / right.get(reader)!.sides });
  expect(share('pro').touched).toBeGreaterThan(0.9);
  expect(share('pro').side).toBeGreaterThan(0.8);
  for (const reader of ['', 'free']) {
    const changed = [...new Set(right.get(reader)!.traces)].slice(0, 20);
    expect(changed, `answers that changed for ${reader || 'a visitor'}: ${changed.join(', ')}`).toEqual([]);
    expect(share(reader).touched).toBeLessThan(byChance(tries));
    expect(share(reader).side).toBeLessThan(byChance(right.get(reader)!.sides));
  }
}, 600_000);

test('neither answers, nor a page’s stream, nor a socket tell when a call is published or withdrawn', async () => {
  const general = asking.filter(({ about, url }) => about === '' || url.includes(STOCKS[0]!));
  const heard: string[] = [];
  const sockets: Socket[] = [];
  for (const reader of ['', 'free']) {
    const socket = io(base, {
      transports: ['websocket'],
      reconnection: false,
      auth: { token: bearers.get(reader) ?? '' },
      extraHeaders: { host: 'localhost' },
    });
    await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
    sockets.push(socket.onAny((event) => heard.push(`socket of ${reader || 'a visitor'}: ${event}`)));
  }
  const { token, cursor } = (await inject('', { method: 'GET', url: `/embed/v1/session?access_key=${key}&subjects=${subjects()}` }, { origin })).json().data;
  const ending = new AbortController();
  const stream = await fetch(`${base}/embed/v1/stream?watch=${encodeURIComponent(`${token}~${subjects()}`)}&since=${cursor}`, {
    headers: { origin },
    signal: ending.signal,
  });
  expect(stream.status).toBe(200);
  const listen = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream()))
      for (const [, event] of chunk.matchAll(/event: (\w+)/g)) if (event !== 'hello' && event !== 'beat') heard.push(`stream: ${event}`);
  })().catch(() => undefined);

  const readers = ['', 'free'];
  const quiet = new Map<string, Answers>();
  const all = new Map<string, { differences: Differences; last: Answers }>();
  for (const reader of readers) quiet.set(reader, await readAll(reader, general));
  pass();
  for (const reader of readers) {
    const last = await readAll(reader, general);
    all.set(reader, { differences: new Differences([quiet.get(reader)!, last]), last });
  }
  heard.length = 0;
  let right = 0;
  for (let window = 0; window < WINDOWS; window++) {
    const happens = toss();
    const stock = STOCKS[window % STOCKS.length]!;
    if (happens) await (window % 4 === 3 ? withdraw([stock]) : publish([{ stock, side: toss() ? 1 : -1 }]));
    pass();
    // Two beats of the engine and of the stream, every eighth time; answers are asked for each time.
    if (window % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 2200));
    let traces = heard.length;
    for (const reader of readers) {
      const now = await readAll(reader, general);
      traces += all.get(reader)!.differences.between(all.get(reader)!.last, now).length;
      all.get(reader)!.last = now;
    }
    if ((traces > 0 || (traces === 0 && toss())) === happens) right += 1;
    expect(heard, `window ${window}`).toEqual([]);
  }
  for (const socket of sockets) socket.disconnect();
  ending.abort();
  await listen;
  expect(right / WINDOWS).toBeLessThan(byChance(WINDOWS));
}, 600_000);
