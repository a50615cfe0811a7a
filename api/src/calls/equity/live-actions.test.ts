import { applyEvent, type CallState, levelsIn } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { expect, test } from 'vitest';
import type { NewEvent } from '../../ledger/index.ts';
import type { LineOfList } from '../../market/files/rows-market.testing.ts';
import { LiveWorld } from '../../market/live/live-world.testing.ts';
import { judge } from './judge.ts';

const DAY = '2026-11-20';
const ITC = { symbol: 'ITC', tradedAs: 'ITC', isin: '', fno: true };
/** UTC; the session is from 03:45 to 09:45, the session ends with its auction at 10:05. */
const at = (time: string, day = DAY): Date => new Date(`${day}T${time}Z`);
const line = (purpose: string): LineOfList => ({ symbol: 'ITC', day: DAY, purpose });

/** A call that was entered at 800, judged as the engine does while prices come in: on each beat, and back where the market tells of something. */
class Story {
  readonly world: LiveWorld;
  readonly market: ReturnType<LiveWorld['market']>;
  readonly events: string[] = [];
  state: CallState;
  #at: Date;
  #low = Number.POSITIVE_INFINITY;
  #high = 0;
  #open = 0;

  private constructor(world: LiveWorld) {
    this.world = world;
    this.#at = world.now;
    this.market = world.market((error) => expect.unreachable(String(error)));
    this.market.onRevised((from) => {
      if (from < this.#at) this.#at = new Date(from.getTime() - 1);
    });
    const publish = {
      ...{ stock: 'ITC', call_type: 'Buy', term: 'shortTerm', entry_mode: 'market', entry_low: 800, entry_high: 800, target: 880, stop_loss: 770 },
      ...{ entry_until: '2026-11-23T10:00:00.000Z', expires_at: '2026-12-10T10:00:00.000Z' },
    };
    const published = applyEvent(null, { call_id: 'call', type: 'publish', ts: '2026-11-18T10:30:00.000Z', payload: publish });
    this.state = applyEvent(published, { call_id: 'call', type: 'entry_fill', ts: '2026-11-19T03:45:00.000Z', payload: { price: 800 } });
  }

  static async begin(): Promise<Story> {
    const world = await LiveWorld.open(at('03:00:00'), [ITC]);
    world.importDay({ ITC: { day: '2026-11-19', o: 800, h: 805, l: 795, c: 800, v: 1, prev_close: 800 } });
    return new Story(world);
  }

  /** Goes to an instant with a price, and judges up to there. */
  async to(now: Date, price?: number): Promise<this> {
    this.world.now = now;
    if (price === undefined) this.world.line.send([]);
    else {
      this.#open ||= price;
      this.#low = Math.min(this.#low, price);
      this.#high = Math.max(this.#high, price);
      const day = { open: this.#open, high: this.#high, low: this.#low };
      this.world.line.send([
        { symbol: 'ITC', price, volume: now.getTime() % 1e9, day, previousClose: null, depth: null, at: now.getTime(), arrived: now.getTime() },
      ]);
    }
    return this.beat();
  }

  /** A beat without a message from the line. */
  async beat(): Promise<this> {
    await this.market.beat();
    const reached = this.market.reached();
    const { events, states } = await judge([{ stock: 'ITC', expert_id: 'exp', state: this.state }], this.market, this.#at, reached);
    this.state = states.get('call')!;
    this.events.push(...events.map(({ event }) => wordsOf(event)));
    this.#at = reached;
    return this;
  }

  /** Minutes of the session from one to another at a price, a beat each. */
  async play(from: string, to: string, price: number): Promise<this> {
    for (let time = at(from).getTime(); time < at(to).getTime(); time += 60_000) await this.to(new Date(time), price);
    return this;
  }

  async closes(): Promise<this> {
    await this.to(at('09:45:10'));
    await this.to(at('10:15:10'));
    for (let look = 0; look < 3; look++) {
      await new Promise(setImmediate);
      await this.to(at(`10:15:2${look}`));
    }
    return this;
  }

  get levels(): readonly unknown[] {
    const { entry, target, stop_loss } = levelsIn(this.state) as unknown as Record<string, number | null>;
    return [entry, target, stop_loss];
  }
}

function wordsOf({ type, ts, payload }: Pick<NewEvent, 'type' | 'ts' | 'payload'>): string {
  const { cause, before, opened, price, ratio, amount } = payload as Record<string, string | number | undefined>;
  const said = [cause, ...(cause ? [before, opened] : [price]), ratio && `by ${ratio}`, amount && `less ${amount}`].filter(
    (word) => word !== undefined && word !== null && word !== 0,
  );
  return [type, ts.slice(5, 16), ...said].join(' ');
}

test('a split that the open follows divides the levels before the first second judges by them', async () => {
  const story = await Story.begin();
  story.world.actions.push(line('Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share'));
  story.world.imported();
  await story.to(at('03:29:00'));
  await story.to(at('03:31:00'));
  await story.to(at('03:44:59'));
  await story.play('03:45:00', '03:50:00', 161);
  expect(story.events).toEqual(['corp_adjust 11-20T03:30 by 5']);
  expect(story.levels).toEqual([160, 176, 154]);
  await story.play('03:50:00', '03:52:00', 153);
  expect(story.events.slice(1)).toEqual(['sl_hit 11-20T03:50 154']);
});

test('a bonus that the open contradicts divides nothing; no second of the day ends the call before it freezes with both numbers', async () => {
  const story = await Story.begin();
  story.world.actions.push(line('Bonus 1:1'));
  story.world.imported();
  await story.to(at('03:31:00'));
  await story.to(at('03:44:59'));
  await story.play('03:45:00', '03:50:00', 790);
  expect(story.market.complete('ITC')).toEqual({ until: at('03:45:00'), because: 'doubt', since: at('03:45:00') });
  // Neither its own stop-loss, 770, nor what the bonus would have made of it, 385.
  await story.play('03:50:00', '09:45:00', 765);
  expect(story.events).toEqual([]);
  await story.closes();
  expect(story.events).toEqual(['not_judgeable 11-20T10:05 price_step 800 790']);
  expect(story.levels).toEqual([800, 880, 770]);
  // The next list no longer has it: the day is judged by its seconds.
  story.world.actions.splice(0, 1, line('Bonus 1:1 (Cancelled)'));
  story.world.imported();
  for (const minute of ['11:00', '11:01', '11:02']) await story.to(at(`${minute}:00`));
  expect(story.events.slice(1)).toEqual(['judgeable 11-20T10:05', 'sl_hit 11-20T03:50 770']);
});

test('on the morning of a demerger nothing closes until the exchange names its terms, and then by the seconds since the open', async () => {
  const story = await Story.begin();
  story.world.actions.push(line('Demerger'));
  story.world.imported();
  await story.to(at('03:31:00'));
  await story.to(at('03:44:59'));
  await story.play('03:45:00', '04:15:00', 500);
  await story.play('04:15:00', '04:20:00', 555);
  expect(story.events).toEqual([]);
  expect(story.market.complete('ITC').because).toBe('doubt');
  // 800 − 300 = 500; 880 − 300 = 580; 770 − 300 = 470.
  story.world.adjustments.push({ symbol: 'ITC', day: DAY, subtract: 300, multiply: 1 } as (typeof story.world.adjustments)[number]);
  story.world.imported();
  await story.play('04:20:00', '04:23:00', 555);
  expect(story.events).toEqual(['corp_adjust 11-20T03:30 by 1 less 300']);
  expect(story.levels).toEqual([500, 580, 470]);
  await story.play('04:23:00', '04:26:00', 581);
  expect(story.events.slice(1)).toEqual(['target_hit 11-20T04:23 580']);
});

test('a restart in the first minute of such a morning judges nothing by the seconds that it reads again', async () => {
  const story = await Story.begin();
  story.world.actions.push(line('Bonus 1:1'));
  story.world.imported();
  await story.to(at('03:31:00'));
  await story.to(at('03:44:59'));
  for (const second of ['00', '05', '10', '20']) await story.to(at(`03:45:${second}`), 760);
  await story.world.start();
  expect(story.world.feed.complete('ITC', at('03:45:20')).until).toEqual(at('03:45:00'));
});

test('a server that stood still for a minute judges what came in meanwhile, though its connection was never lost', async () => {
  const story = await Story.begin();
  await story.to(at('03:44:59'));
  for (const second of ['00', '02', '04', '06', '08']) await story.to(at(`03:45:${second}`), 800);
  // The market goes on: its time has moved, and messages are read after the first beat.
  story.world.now = at('03:46:10');
  await story.beat();
  const sent = (time: string, price: number) => ({
    symbol: 'ITC',
    price,
    volume: null,
    day: null,
    previousClose: null,
    depth: null,
    at: at(time).getTime(),
    arrived: 0,
  });
  story.world.line.send([sent('03:45:30', 760), sent('03:45:50', 800)]);
  for (const second of ['11', '12', '13', '14', '15']) await story.to(at(`03:46:${second}`), 800);
  expect(story.events).toEqual(['sl_hit 11-20T03:45 770']);
});

test('the band of the next session is that of prices after its actions', async () => {
  const story = await Story.begin();
  story.world.actions.push({ ...line('Bonus 1:1'), day: '2026-11-23' });
  story.world.imported();
  await story.to(at('03:44:59'));
  expect(story.world.feed.base('ITC', DAY)).toBe(800);
  await story.play('03:45:00', '09:45:00', 810);
  await story.to(at('09:50:00'));
  expect([story.world.feed.base('ITC', DAY), story.world.feed.base('ITC', '2026-11-23')]).toEqual([800, 405]);
  await story.closes();
  expect(story.world.feed.base('ITC', '2026-11-23')).toBe(405);
  expect(story.market.band('ITC', '2026-11-23')).toEqual(expect.objectContaining({ high: expect.closeTo(405 * 1.2, -2) }));
});
