import type { OptionDetail, OptionDraft, OptionPage } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import type { Person } from '../person.ts';
import { answered, emptyJournal, PACE, pause, WHY } from './journal.ts';
import { NotedCalls } from './noted-calls.ts';

const CALLS = '/reco/v1/options/calls';
/** Legs by their distance from the money in listed strikes; each structure has its own name, so that one author may publish all of them on one expiry. */
const STRUCTURES: readonly (readonly (readonly [side: 'buy' | 'sell', type: 'CE' | 'PE', away: number])[])[] = [
  [
    ['buy', 'CE', 0],
    ['sell', 'CE', 3],
  ],
  [
    ['buy', 'PE', 0],
    ['sell', 'PE', -3],
  ],
  [
    ['sell', 'CE', 2],
    ['buy', 'CE', 6],
  ],
  [
    ['sell', 'PE', -2],
    ['buy', 'PE', -6],
  ],
  [
    ['sell', 'CE', 3],
    ['buy', 'CE', 7],
    ['sell', 'PE', -3],
    ['buy', 'PE', -7],
  ],
  [
    ['buy', 'CE', 0],
    ['buy', 'PE', 0],
  ],
];
const UNDERLYINGS = ['NIFTY', 'BANKNIFTY'];

interface Desk {
  readonly author: Person;
  readonly plans: { readonly underlying: string; readonly structure: number }[];
  readonly calls: NotedCalls;
}

/**
 * Experts who publish option calls and add notes to them on a server that may die at any moment. Whatever is acknowledged goes into the
 * journal; whatever got no answer is asked again with the same `cid`. Each author publishes each structure once, in an order of the seed:
 * a publication that is stored twice, or a `cid` that is forgotten, is a surprise.
 */
export class OptionLoad {
  readonly journal = emptyJournal();
  readonly surprises: string[] = [];
  readonly #desks: readonly Desk[];
  readonly #workers: Promise<void>[];
  #running = true;

  constructor(experts: readonly Person[], seed: number) {
    const random = rng(seed).next;
    const plans = UNDERLYINGS.flatMap((underlying) => STRUCTURES.map((_, structure) => ({ underlying, structure })));
    this.#desks = experts.map((author) => ({
      author,
      plans: plans
        .map((plan) => ({ plan, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ plan }) => plan),
      calls: new NotedCalls(),
    }));
    const half = Math.ceil(experts.length / 2);
    this.#workers = [this.#work(this.#desks.slice(0, half), 'a'), this.#work(this.#desks.slice(half), 'b')];
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#workers);
  }

  async #work(desks: readonly Desk[], name: string): Promise<void> {
    for (let intent = 1; this.#running; intent += 1) {
      const desk = desks[intent % desks.length]!;
      const cid = `opt_${name}_${intent}`;
      // A call a round, and notes between: there is something to lose at each death, and the day's calls last to the end.
      if (intent % 3 === 1) await this.#publish(desk, cid);
      const call_id = this.#running && desk.calls.next();
      if (call_id) await this.#note(desk.author, call_id, cid, intent);
      await pause(PACE);
    }
  }

  async #publish({ author, plans, calls }: Desk, cid: string): Promise<void> {
    const plan = plans.shift();
    const draft = plan && (await this.#draftOf(author, plan));
    if (!draft) return;
    const answer = await this.#insist<OptionDetail>(author, CALLS, { cid, draft });
    if (answer?.status) {
      this.journal.calls.push({ id: answer.data.id, hash: answer.data.hash, stock: draft.underlying, author, path: CALLS });
      calls.add(answer.data.id);
    } else if (answer) {
      const broken = (answer.problems ?? []).map(({ path }) => path);
      // The market moves, and a day has its number of calls. What stands twice was published twice, or by the demo.
      if (answer.code !== 'PUBLISH_RULE' || broken.includes('OPT-DUPLICATE')) this.surprises.push(`publication: ${answer.code} ${broken} ${answer.validation}`);
    }
  }

  async #note(author: Person, call_id: string, cid: string, intent: number): Promise<void> {
    const note = await this.#insist<OptionDetail>(author, `${CALLS}/${call_id}/note`, { cid: `${cid}_n`, note: `Seen at step ${intent} of the day.` });
    const event = note?.status ? note.data.events.findLast(({ type }) => type === 'note') : undefined;
    if (event) this.journal.notes.push({ call_id, n: event.n, hash: event.hash, author });
    else if (note) this.surprises.push(`note: ${note.code} ${note.validation}`);
  }

  /** A structure of the nearest monthly chain as it stands; null where the author has one of it from before, or the load stops. */
  async #draftOf(author: Person, { underlying, structure }: Desk['plans'][number]): Promise<OptionDraft | null> {
    const first = await this.#read<OptionsInsight>(author, `/insights/v1/options/${underlying}`);
    const expiry = first?.expiries.at(-1)?.day;
    const chain = expiry && (await this.#read<OptionsInsight>(author, `/insights/v1/options/${underlying}?expiry=${expiry}`));
    const mine = await this.#read<OptionPage>(author, '/reco/v1/options/mine?tab=open&limit=50');
    if (
      !chain ||
      !mine ||
      mine.items.some((call) => call.underlying === underlying && call.expiry === expiry && !this.journal.calls.some(({ id }) => id === call.id))
    )
      return null;
    const money = chain.rows.findIndex(({ strike }) => strike === chain.atm);
    const legs = STRUCTURES[structure]!.map(([side, type, away]) => {
      const row = chain.rows[money + away];
      const { bid, ask } = row?.[type === 'CE' ? 'ce' : 'pe'] ?? { bid: null, ask: null };
      return row && bid !== null && ask !== null
        ? { underlying, side, type, strike: row.strike, expiry, lots: 1, entry: Math.round((bid + ask) * 50) / 100 }
        : null;
    });
    return legs.every((leg) => leg !== null) ? draftWith(underlying, expiry, legs) : null;
  }

  async #read<T>(author: Person, path: string): Promise<T | null> {
    while (this.#running) {
      const answer = await answered(() => author.get<T>(path));
      if (answer && !(answer instanceof Error) && answer.status) return answer.data;
      await pause(100);
    }
    return null;
  }

  async #insist<T>(author: Person, path: string, body: object) {
    while (this.#running) {
      const answer = await answered(() => author.post<T>(path, body));
      if (answer instanceof Error) this.surprises.push(answer.message);
      else if (answer && answer.code !== 'RATE') return answer;
      await pause(answer ? 1000 : 100);
    }
    return null;
  }
}

/** Levels within what every structure can earn and lose. */
const draftWith = (underlying: string, expiry: string, legs: OptionDraft['legs']): OptionDraft => ({
  underlying,
  outlook: 'neutral',
  legs,
  net_limit: null,
  target: { basis: 'pnl', value: 300 },
  stop: { basis: 'pnl', value: -300 },
  valid_till: expiry,
  caution: 'Whoever sells options may lose more than the premium that was received for them.',
  base_rate_read: true,
  rationale: {
    thesis: WHY,
    trigger: 'A close above the range of the last ten sessions on more than usual volume.',
    risks: 'The range may break with the market; results come within the validity of this call.',
    kill_criteria: 'A close beyond the stop-loss, or two sessions of falling volume, proves it wrong.',
    method: 'technical',
    sources: [],
    ai_used: 'none',
  },
  disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
});
