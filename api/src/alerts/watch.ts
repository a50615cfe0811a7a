import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { alertKey, levelOf } from '@vimarsh/shared/domain/alerts/rules.ts';
import { addDays, istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { roundTo } from '@vimarsh/shared/domain/text/formats.ts';
import type { Identity } from '../identity/index.ts';
import type { Platform } from '../platform/platform.ts';
import { pauseLapsed } from './alerts.store.ts';
import type { AlertFigures, AlertMarket } from './figures.ts';
import { armAgain, fire } from './fires.store.ts';
import { type AlertOutcome, judgeAlerts } from './judge.ts';
import { LevelIndex, type WatchedAlert } from './level-index.ts';
import { lapsedAmong } from './plan-rights.ts';
import type { StepDoubts } from './step-doubts.ts';
import { type AlertDatabase, alertTables } from './tables.ts';
import type { TellFired } from './telling.ts';
import { readChanged, readClock, saveJudged } from './watch.store.ts';

/** Outcomes stored in one transaction. */
const PAGE = 500;
/** What happened longer ago while nobody judged is told to nobody: it helps no more. */
const LONGEST_GAP_MS = 3 * 24 * 3_600_000;
/** How often the position is stored while nothing happens. Judging a stretch twice changes nothing. */
const SAVE_EVERY_MS = 60_000;

/** What it waits for, on the shares of now: a notice names level and price side by side. */
const inSharesOfNow = ({ condition, shares }: WatchedAlert): LevelCondition =>
  condition.kind === 'price' ? { ...condition, value: roundTo(levelOf(condition, shares), 2) } : condition;

export interface WatchDependencies {
  readonly platform: Pick<Platform, 'db' | 'transaction' | 'log'>;
  readonly market: AlertMarket;
  readonly figures: AlertFigures;
  readonly doubts: StepDoubts;
  readonly identity: Pick<Identity, 'askers'>;
  readonly tell: TellFired;
}

/**
 * Watches all alerts on figures. The market only says how far its time has come and does not wait for what follows, so that no number of
 * alerts holds up the closing of calls. What fired is marked, counted and recorded to be told in one transaction, in which the rows decide:
 * who ends at any instant, judges again or runs beside another has told nothing twice and lost nothing.
 */
export class AlertWatch {
  readonly #parts: WatchDependencies;
  #index = new LevelIndex();
  #version = 0;
  /** The IST day on whose shares the levels are. */
  #day = '';
  #at: Date | null = null;
  #target: Date | null = null;
  #saved = 0;
  /** The index may be ahead of what is stored: it is read again. */
  #doubted = true;
  /** Prices or actions of days gone by came in: a split that was not known, or is not believed any more, moves levels. */
  #revised = false;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(parts: WatchDependencies) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#index.size;
  }

  /** Begins where judging ended, and follows the market from here on. */
  async start(): Promise<void> {
    const { platform, market } = this.#parts;
    const now = market.now();
    const { judged_until } = await readClock(platform.db);
    const earliest = now.getTime() - LONGEST_GAP_MS;
    this.#at = judged_until && judged_until < now ? new Date(Math.max(judged_until.getTime(), earliest)) : now;
    market.onAdvance(async (from, to) => void this.advanceTo(to, from));
    market.onRevised((from) => {
      this.#parts.figures.forget();
      this.#revised = true;
      // Late prices are evaluated now, as far back as a notice can still help its owner.
      const again = new Date(Math.max(from.getTime() - 1, market.now().getTime() - LONGEST_GAP_MS));
      if (this.#at && again < this.#at) this.#at = again;
    });
    void this.advanceTo(now);
  }

  /** Judges everything up to `to`; from `from`, where time went back. Resolves when that is done. */
  advanceTo(to: Date, from?: Date): Promise<void> {
    this.#target = to;
    if (from && this.#at && from < this.#at) this.#at = from;
    this.#running = this.#running
      .then(() => this.#steps())
      .catch((error: unknown) => {
        this.#doubted = true;
        this.#parts.platform.log.error({ err: error }, 'Alerts could not be judged; they are judged again on the next beat');
      });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    if (this.#at && !this.#doubted) await saveJudged(this.#parts.platform.db, this.#at);
  }

  async #steps(): Promise<void> {
    while (!this.#stopped && this.#at && this.#target && this.#at < this.#target) {
      const from = this.#at;
      // A day at a time: each has its own shares, on which its prices reach levels.
      const to = new Date(Math.min(this.#target.getTime(), istInstant(addDays(istDay(from), 1)).getTime()));
      await this.#step(from, to);
      // Time may have gone back meanwhile.
      if (this.#at === from) this.#at = to;
    }
  }

  async #step(from: Date, to: Date): Promise<void> {
    const { platform, identity } = this.#parts;
    const since = await this.#follow(istDay(from));
    const start = since !== null && since < from.getTime() ? new Date(since) : from;
    this.#doubted = true;
    const outcomes = await judgeAlerts(this.#index, this.#parts, start, to);
    for (let at = 0; at < outcomes.length; at += PAGE) {
      const last = at + PAGE >= outcomes.length;
      const page = outcomes.slice(at, at + PAGE);
      const lapsed = await lapsedAmong(platform.db, identity, page);
      await platform.transaction((tx) => this.#store(tx, page, lapsed, last ? to : null));
    }
    this.#doubted = false;
    if (outcomes.length === 0 && Date.now() - this.#saved < SAVE_EVERY_MS) return;
    if (outcomes.length === 0) await saveJudged(platform.db, to);
    this.#saved = Date.now();
  }

  /** Loads what was set and takes off what was paused or removed since, or loads everything where the index can't be trusted. Returns the earliest instant (ms) from which the new ones have to be judged. */
  async #follow(day: string): Promise<number | null> {
    const { platform, market, figures } = this.#parts;
    const db = alertTables(platform.db);
    if (this.#day !== day) figures.forget();
    // A split in the night moves levels.
    const [earlier, later] = this.#day < day ? [this.#day, day] : [day, this.#day];
    const moved = this.#day !== '' && market.actions().some((action) => action.day > earlier && action.day <= later);
    const { version } = await readClock(db);
    const again = this.#doubted || this.#revised || moved;
    this.#revised = false;
    if (again) this.#index = new LevelIndex();
    this.#day = day;
    if (!again && version === this.#version) return null;
    let earliest: number | null = null;
    for await (const page of readChanged(db, market, again ? -1 : this.#version, day))
      for (const { id, watched } of page) {
        if (!watched) {
          this.#index.drop(id);
          continue;
        }
        this.#index.put(watched);
        if (!again) earliest = Math.min(earliest ?? watched.since, watched.since);
      }
    this.#version = version;
    return earliest;
  }

  /** `lapsed`: alerts that their owners' plans no longer include. They are paused instead of firing, and told to nobody. */
  async #store(tx: AlertDatabase, outcomes: readonly AlertOutcome[], lapsed: ReadonlySet<string>, judged: Date | null): Promise<void> {
    const standing = outcomes.filter(({ alert }) => !lapsed.has(alert.id));
    for (const group of Map.groupBy(standing, ({ what, at, alert }) => `${at} ${what} ${what === 'fired' ? alertKey(alert.condition) : ''}`).values()) {
      const [{ what, alert, figure, at: ms }] = group as [AlertOutcome];
      const [ids, at] = [group.map((one) => one.alert.id), new Date(ms)];
      if (what === 'back') {
        await armAgain(tx, ids, at);
        continue;
      }
      // No alert fires twice at one instant, so its id and the instant name the happening.
      const event_id = `alert-${ids[0]}-${ms}`;
      const told = await fire(tx, { event_id, at, ids, level: true });
      await this.#parts.tell(tx, { event_id, at, told, expert_id: '', fired: { condition: inSharesOfNow(alert), figure } });
    }
    // Rows before the clock, as everybody who changes one that stands.
    if (lapsed.size > 0) await pauseLapsed(tx, lapsed);
    if (judged) await saveJudged(tx, judged);
  }
}
