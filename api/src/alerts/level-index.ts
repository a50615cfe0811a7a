import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { backAt, levelOf, measureOf } from '@vimarsh/shared/domain/alerts/rules.ts';

/** An alert that a figure decides, as it is watched. */
export interface WatchedAlert {
  readonly id: string;
  readonly condition: LevelCondition;
  readonly repeats: boolean;
  /** Waits for its level; otherwise it fired and waits to come back. */
  readonly armed: boolean;
  /** Figures that began before this instant (ms) don't count: it was set, or fired, or came back, then. */
  readonly since: number;
  /** The IST day on whose shares its level was set. */
  readonly levelDay: string;
  /** Shares of today for one of that day. */
  readonly shares: number;
}

/** A figure over a stretch of time: what it reached, and where it ended. */
export interface FigureReading {
  /** When the stretch began and ended, ms. */
  readonly start: number;
  readonly end: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Whether an alert waits for what keeps a figure from reaching its level. Asked only of those that it would reach. */
export type Waits = (watched: WatchedAlert) => boolean;

interface Rung {
  readonly level: number;
  readonly watched: WatchedAlert;
}

/** Levels that are reached from below, lowest first; a figure is compared with one of them, not with all. */
class Ladder {
  #rungs: Rung[] = [];

  put(rung: Rung): void {
    this.#rungs.splice(this.#place(rung), 0, rung);
  }

  drop(rung: Rung): void {
    const at = this.#place(rung);
    if (this.#rungs[at]?.watched.id === rung.watched.id) this.#rungs.splice(at, 1);
  }

  /** Takes off those at or below a figure that count for a stretch beginning at `start`, and wait for nothing else. */
  take(figure: number, start: number, waits: Waits): WatchedAlert[] {
    const rungs = this.#rungs;
    if (rungs.length === 0 || rungs[0]!.level > figure) return [];
    let reached = 0;
    while (reached < rungs.length && rungs[reached]!.level <= figure) reached += 1;
    const [taken, kept]: [WatchedAlert[], Rung[]] = [[], []];
    for (const rung of rungs.slice(0, reached)) {
      if (rung.watched.since > start || waits(rung.watched)) kept.push(rung);
      else taken.push(rung.watched);
    }
    if (taken.length > 0) this.#rungs = [...kept, ...rungs.slice(reached)];
    return taken;
  }

  /** The index of a rung, or where it belongs: by level, then by id. */
  #place({ level, watched: { id } }: Rung): number {
    let [from, to] = [0, this.#rungs.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const rung = this.#rungs[middle]!;
      if (rung.level < level || (rung.level === level && rung.watched.id < id)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** What watches one figure: levels above and below it, and the way back of those that fired. Those reached by a fall stand below zero, mirrored. */
class Measure {
  readonly up = new Ladder();
  readonly down = new Ladder();
  readonly backUp = new Ladder();
  readonly backDown = new Ladder();
  /** How many wait on it. */
  count = 0;
  /** One of the conditions that wait on it: they all name the same figure. */
  readonly condition: LevelCondition;

  constructor(condition: LevelCondition) {
    this.condition = condition;
  }

  ladderOf({ condition: { side }, armed }: WatchedAlert): Ladder {
    if (side === 'above') return armed ? this.up : this.backDown;
    return armed ? this.down : this.backUp;
  }
}

/** Where a watched alert stands: reached by a rise as it is, by a fall mirrored. */
function rungOf(watched: WatchedAlert): Rung {
  const { condition, armed, shares } = watched;
  const at = armed ? levelOf(condition, shares) : backAt(condition, shares);
  const rises = (condition.side === 'above') === armed;
  return { level: rises ? at : -at, watched };
}

/** Which alerts a stretch of a figure decided. */
export interface Decided {
  readonly fired: readonly WatchedAlert[];
  /** Armed again. */
  readonly back: readonly WatchedAlert[];
}

const NOTHING: Decided = { fired: [], back: [] };

/**
 * Alerts by the figure they wait on and by level: a figure that reached none of a hundred thousand is compared with four of them. It decides
 * by the end of a stretch whether an alert came back, so that one stretch never fires the same alert twice.
 */
export class LevelIndex {
  readonly #measures = new Map<string, Measure>();
  readonly #watched = new Map<string, WatchedAlert>();

  get size(): number {
    return this.#watched.size;
  }

  /** Watches an alert, in place of what was watched under its id. */
  put(watched: WatchedAlert): void {
    this.drop(watched.id);
    const name = measureOf(watched.condition);
    const measure = this.#measures.get(name) ?? new Measure(watched.condition);
    this.#measures.set(name, measure);
    measure.count += 1;
    measure.ladderOf(watched).put(rungOf(watched));
    this.#watched.set(watched.id, watched);
  }

  drop(id: string): void {
    const watched = this.#watched.get(id);
    if (!watched) return;
    const name = measureOf(watched.condition);
    const measure = this.#measures.get(name)!;
    measure.ladderOf(watched).drop(rungOf(watched));
    this.#forget(watched, name, measure);
  }

  /** The figures that somebody waits on: each by its name, with one of its conditions. */
  measures(): (readonly [name: string, condition: LevelCondition])[] {
    return [...this.#measures].map(([name, { condition }]) => [name, condition] as const);
  }

  /** Everything watched, for who has to look at all. */
  all(): IterableIterator<WatchedAlert> {
    return this.#watched.values();
  }

  /** Judges a stretch of a figure. What fired is watched for its way back if it repeats, else no more; what came back is armed again. */
  judge(name: string, { start, end, high, low, close }: FigureReading, waits: Waits = () => false): Decided {
    const measure = this.#measures.get(name);
    if (!measure) return NOTHING;
    const fired = [...measure.up.take(high, start, waits), ...measure.down.take(-low, start, waits)];
    const back = [...measure.backDown.take(-close, start, waits), ...measure.backUp.take(close, start, waits)];
    if (fired.length === 0 && back.length === 0) return NOTHING;
    for (const watched of [...fired, ...back]) this.#forget(watched, name, measure);
    for (const watched of fired) if (watched.repeats) this.put({ ...watched, armed: false, since: end });
    for (const watched of back) this.put({ ...watched, armed: true, since: end });
    return { fired, back };
  }

  #forget({ id }: WatchedAlert, name: string, measure: Measure): void {
    this.#watched.delete(id);
    measure.count -= 1;
    if (measure.count === 0) this.#measures.delete(name);
  }
}
