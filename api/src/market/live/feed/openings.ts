import type { FilesFeed, OpeningFacts } from '../../files/files-feed.ts';
import type { ShareDirectory } from '../../instruments/share-directory.ts';
import type { LiveDay } from '../live-day.ts';
import type { Revision } from './revision.ts';

/**
 * Answers of first prices: the open of a day that is not on file says whether an announced action took effect, or steps away from the close
 * before without one. A day whose open is in doubt judges nothing until it is over.
 */
export class Openings {
  readonly #files: Pick<FilesFeed, 'hasDay' | 'opening' | 'directory'>;
  /** By `SYMBOL day`, as long as the lists stay as `#readBy` has them. */
  readonly #facts = new Map<string, { readonly open: number; readonly opening: OpeningFacts }>();
  #readBy: ShareDirectory | null = null;
  /** The same keys: where prices wait for a doubt, and where an open made actions take effect. */
  readonly #held = new Set<string>();
  readonly #tookEffect = new Set<string>();

  constructor(files: Pick<FilesFeed, 'hasDay' | 'opening' | 'directory'>) {
    this.#files = files;
  }

  /** Answer of a symbol's open about a day's actions; null before it, and where the files tell of the day. */
  of(live: LiveDay, symbol: string): OpeningFacts | null {
    if (this.#files.hasDay(live.day)) return null;
    const open = live.symbols.get(symbol)?.open ?? null;
    if (open === null) return null;
    if (this.#readBy !== this.#files.directory) this.#facts.clear();
    this.#readBy = this.#files.directory;
    const key = `${symbol} ${live.day}`;
    const known = this.#facts.get(key);
    if (known?.open === open) return known.opening;
    const opening = this.#files.opening(symbol, live.day, open / 100);
    this.#facts.set(key, { open, opening });
    return opening;
  }

  /** Until a day in doubt is over, and calls on it freeze with both numbers, none of its seconds judges. */
  isHeld(live: LiveDay, symbol: string, now: Date): boolean {
    return Boolean(this.of(live, symbol)?.doubt) && !(now >= live.session.end && live.isWhole(symbol));
  }

  /** Notes days from their pre-open on where an open made an action take effect, and where a doubt is over. */
  look(days: Iterable<LiveDay>, now: Date, revision: Revision): void {
    for (const live of days) {
      for (const symbol of live.symbols.keys()) {
        const key = `${symbol} ${live.day}`;
        const isHeld = this.isHeld(live, symbol, now);
        const takesEffect = (this.of(live, symbol)?.actions.length ?? 0) > 0;
        const isNew = (takesEffect && !this.#tookEffect.has(key)) || (!isHeld && this.#held.has(key));
        if (isHeld) this.#held.add(key);
        else this.#held.delete(key);
        if (takesEffect) this.#tookEffect.add(key);
        if (isNew) revision.note(live.session.preopen.getTime());
      }
    }
  }
}
