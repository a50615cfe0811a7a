import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { CallDetail, CallProof, LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import type { Instrument, Quote } from '@vimarsh/shared/contract/market/types.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { Person } from '../person.ts';
import { NotedCalls } from './noted-calls.ts';

/** What the server said it has stored. Whoever got such an answer may rely on it for ever. */
export interface Journal {
  readonly signUps: { readonly mobile: string; readonly person: Person }[];
  /** `hash`: of the publication, the call's first event; `stock`: what it is on. `path`: where calls of its kind are, equity's by default. */
  readonly calls: { readonly id: string; readonly hash: string; readonly stock: string; readonly author: Person; readonly path?: string }[];
  readonly notes: { readonly call_id: string; readonly n: number; readonly hash: string; readonly author: Person }[];
}

export const emptyJournal = (): Journal => ({ signUps: [], calls: [], notes: [] });
export const sizeOf = ({ signUps, calls, notes }: Journal): number => signUps.length + calls.length + notes.length;

export const copyOf = ({ signUps, calls, notes }: Journal): Journal => ({ signUps: [...signUps], calls: [...calls], notes: [...notes] });
/** What a journal has more than an earlier copy of it, with the calls its new notes stand on. */
export function since(journal: Journal, earlier: Journal): Journal {
  const notes = journal.notes.slice(earlier.notes.length);
  const noted = new Set(notes.map(({ call_id }) => call_id));
  return {
    signUps: journal.signUps.slice(earlier.signUps.length),
    calls: journal.calls.filter(({ id }, at) => at >= earlier.calls.length || noted.has(id)),
    notes,
  };
}

/** Waits until a journal has more than an earlier copy of it, so that a kill always has something to lose. Fails after a minute. */
export async function somethingSince(journal: Journal, earlier: Journal): Promise<void> {
  for (const until = Date.now() + 60_000; sizeOf(journal) === sizeOf(earlier); ) {
    if (Date.now() > until) throw new Error('Nothing was acknowledged for a minute.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Everything of the journal that the server has not, has twice, or can't prove; one sentence each. */
export async function lostOf(journal: Journal): Promise<string[]> {
  const lost: string[] = [];
  await inTurns(journal.signUps, async ({ mobile, person }) => {
    const answer = await person.get<{ user_data: { user_id: string }; profile_data: { mobile: string } }>('/auth/v1/profile');
    if (!answer.status || answer.data.user_data.user_id !== person.user_id) lost.push(`sign-up of ${mobile} (${person.user_id})`);
  });

  const chains = new Map<string, Map<number, CallProof['events'][number]>>();
  const proofs = new Map<string, CallProof>();
  await inTurns(journal.calls, async ({ id, hash, stock, author, path = '/reco/v1/calls' }) => {
    const call = await author.get<CallDetail | OptionDetail>(`${path}/${id}`);
    if (!call.status) return void lost.push(`call ${id}`);
    if (('stock' in call.data ? call.data.stock : call.data.underlying) !== stock) lost.push(`stock of call ${id}`);
    const proof = await author.get<CallProof>(`/reco/v1/calls/${id}/proof`);
    if (!proof.status) return void lost.push(`proof of call ${id}`);
    const ledger = await author.get<LedgerFile>('/reco/v1/ledger');
    if (!ledger.status) return void lost.push('the published roots');
    proofs.set(id, proof.data);
    if (proof.data.events[0]?.hash !== hash) lost.push(`call ${id} as it was published`);
    for (const step of await verifyProof(proof.data, { keys: [ledger.data.public_key], from: 'published', roots: ledger.data.roots }))
      if (!step.ok) lost.push(`proof of call ${id}: ${step.label} (${step.detail})`);
    const chain = chains.get(proof.data.expert_id) ?? new Map();
    chains.set(proof.data.expert_id, chain);
    const notes = proof.data.events.map((event) => JSON.parse(event.canonical)).filter(({ type }) => type === 'note');
    if (new Set(notes.map(({ payload }) => JSON.stringify(payload))).size !== notes.length) lost.push(`call ${id} has a note twice`);
    for (const event of proof.data.events) {
      // Its author is told where an event stands among all of theirs.
      const { n } = event.place!;
      const twin = chain.get(n);
      if (twin && twin.hash !== event.hash) lost.push(`event ${n} of ${proof.data.expert_id} exists twice`);
      chain.set(n, event);
    }
  });
  for (const { call_id, n, hash } of journal.notes) {
    if (!proofs.get(call_id)?.events.some((event) => event.n === n && event.hash === hash)) lost.push(`note ${n} of call ${call_id}`);
  }
  // One expert's events follow each other across calls, too.
  for (const [expert, chain] of chains) {
    for (const { place } of chain.values()) {
      const before = chain.get(place!.n - 1);
      if (before && place!.prev_hash !== before.hash) lost.push(`event ${place!.n} of ${expert} does not follow the one before`);
    }
  }
  return lost;
}

/** At most eight at a time. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
    }),
  );
}

/**
 * People at work on a server that may die at any moment: two sign up by OTP one number after the other, the experts
 * publish and add notes. Whatever is acknowledged goes into the journal; whatever got no answer is asked again with the
 * same `cid`, as a browser would.
 */
export class Load {
  readonly journal = emptyJournal();
  /** Refusals that are no rule of the product: the server must never answer so. */
  readonly surprises: string[] = [];
  #running = true;
  readonly #portal: string;
  readonly #workers: Promise<void>[];
  #mobile: number;

  /** `firstMobile`: loads side by side sign up different people. */
  constructor(portal: string, experts: readonly Person[], stocks: readonly Stock[], firstMobile = 7_100_000_000) {
    this.#portal = portal;
    this.#mobile = firstMobile;
    const share = Math.ceil(experts.length / 2);
    this.#workers = [this.#signUps(), this.#signUps(), this.#publishes(experts.slice(0, share), stocks), this.#publishes(experts.slice(share), stocks)];
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#workers);
  }

  async #signUps(): Promise<void> {
    while (this.#running) {
      this.#mobile += 1;
      const mobile = String(this.#mobile);
      const person = await answered(() => Person.signUp({ portal: this.#portal }, mobile));
      // No answer: the number may or may not have its account; nobody was promised anything.
      if (person instanceof Person) this.journal.signUps.push({ mobile, person });
      else if (person) this.surprises.push(`sign-up of ${mobile}: ${person.message}`);
      await pause(PACE);
    }
  }

  async #publishes(experts: readonly Person[], stocks: readonly Stock[]): Promise<void> {
    let intent = 0;
    const left = experts.map((author, at) => ({ author, stocks: rotate(stocks, at * 7), calls: new NotedCalls() }));
    while (this.#running) {
      const desk = left[intent % left.length]!;
      intent += 1;
      const stock = desk.stocks.shift();
      const cid = `cid_${desk.author.user_id}_${intent}`;
      if (stock) {
        const answer = await this.#insist<CallDetail>(desk.author, '/reco/v1/calls', { cid, draft: draftOf(stock) });
        if (answer?.status) {
          this.journal.calls.push({ id: answer.data.id, hash: answer.data.hash, stock: stock.symbol, author: desk.author });
          desk.calls.add(answer.data.id);
        } else if (answer && answer.code !== 'PUBLISH_RULE') this.surprises.push(`publication: ${answer.code} ${answer.validation}`);
      }
      const call_id = this.#running && desk.calls.next();
      if (!call_id) {
        await pause(PACE);
        continue;
      }
      const note = await this.#insist<CallDetail>(desk.author, `/reco/v1/calls/${call_id}/note`, {
        cid: `${cid}_n`,
        note: `Seen at step ${intent} of the day.`,
      });
      const event = note?.status ? note.data.events.findLast(({ type }) => type === 'note') : undefined;
      if (event) this.journal.notes.push({ call_id, n: event.n, hash: event.hash, author: desk.author });
      else if (note && note.code !== 'CALL_CLOSED') this.surprises.push(`note: ${note.code} ${note.validation}`);
      await pause(PACE);
    }
  }

  /** Sends until there is an answer or the load stops. */
  async #insist<T>(author: Person, path: string, body: object) {
    while (this.#running) {
      const answer = await answered(() => author.post<T>(path, body));
      if (answer instanceof Error) this.surprises.push(answer.message);
      else if (answer && answer.code !== 'RATE') return answer;
      // Who is told to slow down waits a moment longer.
      await pause(answer ? 1000 : 100);
    }
    return null;
  }
}

/** Between two steps of one person, ms: busy, yet no longer than the checks can follow. */
export const PACE = 60;
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Null when the connection broke or the server asked to try again; an error when the server answered and meant it. */
export async function answered<T>(work: () => Promise<T>): Promise<T | Error | null> {
  try {
    return await work();
  } catch (error) {
    const broken = error instanceof TypeError || error instanceof SyntaxError;
    if (broken) await pause(50);
    return broken ? null : (error as Error);
  }
}

const rotate = <T>(list: readonly T[], by: number): T[] => [...list.slice(by % list.length), ...list.slice(0, by % list.length)];

/** A stock to publish on. Prices ₹. */
export interface Stock {
  readonly symbol: string;
  readonly tick: number;
  readonly ltp: number;
}

/** Stocks that trade and have a price. */
export async function stocksOf(person: Person): Promise<Stock[]> {
  const { data: listed } = await person.get<Instrument[]>('/market/v1/instruments?limit=50');
  const stocks = listed.filter(({ kind, status }) => kind === 'equity' && status === 'active');
  const { data: quotes } = await person.get<Quote[]>(`/market/v1/quotes?symbols=${stocks.map(({ symbol }) => encodeURIComponent(symbol)).join(',')}`);
  const priced = new Map(quotes.map((quote) => [quote.symbol, quote.ltp]));
  return stocks.flatMap(({ symbol, tick }) => {
    const ltp = priced.get(symbol) ?? 0;
    return ltp >= 50 ? [{ symbol, tick, ltp }] : [];
  });
}

export const WHY =
  'Volumes rise while the price holds its range, and the sector does the same on most days of this month. Orders reported for the quarter grew faster than those of its two nearest peers, and its debt fell.';

/** A short-term Buy, 6 % up and 3 % down, that keeps the rules as long as the price stays near. */
export function draftOf({ symbol, tick, ltp }: Stock) {
  const at = (share: number): number => Number((Math.round((ltp * share) / tick) * tick).toFixed(2));
  return {
    stock: symbol,
    call_type: 'Buy',
    term: 'shortTerm',
    entry_mode: 'limit',
    entry_low: at(1),
    entry_high: at(1),
    target: at(1.06),
    stop_loss: at(0.97),
    valid_till: '2026-12-10',
    rationale: {
      thesis: WHY,
      trigger: 'A close above the range of the last ten sessions on more than usual volume.',
      risks: 'The range may break downwards with the market; results come within the validity of this call.',
      kill_criteria: 'A close below the stop-loss, or two sessions of falling volume, proves it wrong.',
      method: 'technical',
      sources: [],
      ai_used: 'none',
    },
    disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
  };
}
