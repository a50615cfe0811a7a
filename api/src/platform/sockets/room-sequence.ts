/** An event of a room as it travels. Events of the topic's sequence have a `seq`. */
export interface RoomNews {
  readonly room: string;
  readonly seq?: number | undefined;
}

/** An event of the sequence. */
export type NumberedNews = RoomNews & { readonly seq: number };

/** Pauses between reads at a hole, ms: another transaction may still be committing. After the last read the number counts as never to come. */
export const HOLE_PAUSES_MS = [50, 100, 200, 400, 800] as const;

/** How one room's sequence is read, and how its members on this node are reached. */
export interface SequenceSource {
  /** How many numbers are sent later to those who missed them; who missed more loads the room anew. */
  readonly most: number;
  /** Events behind `seq` in ascending order. A number whose transaction has not been committed is not among them. */
  after(seq: number, limit: number): Promise<readonly NumberedNews[]>;
  /** The last number of the room; 0 before the first. */
  latest(): Promise<number>;
  send(ids: readonly string[], news: NumberedNews): void;
  /** Tells these members to load the room anew. */
  reload(ids: readonly string[]): void;
  /** Logs what failed. */
  report(error: unknown): void;
  pause(ms: number): Promise<unknown>;
}

/** Where a new member begins. */
export interface Beginning {
  readonly last: number;
  /** What it missed up to now. */
  readonly missed: readonly NumberedNews[];
  /** Its page has to load the room anew, though it had a number. */
  readonly reload: boolean;
}

interface Follower {
  readonly id: string;
  /** It was sent every number up to this one, or had it. Null: it waits to be told to load anew, and is sent nothing until then. */
  last: number | null;
  /** Reads in a row that brought it nothing. */
  fruitlessReads: number;
}

/**
 * One room's sequence on this node. A member is sent number n only when it has n - 1, wherever n comes from, so none comes twice or
 * out of turn. What did not come by itself (a hint was lost, or overtaken by the next) is read from the feature.
 */
export class RoomSequence {
  readonly #source: SequenceSource;
  readonly #followers = new Map<string, Follower>();
  /** The highest number heard of. */
  #newest = 0;
  #isFilling = false;

  constructor(source: SequenceSource) {
    this.#source = source;
  }

  /** Reads where a member begins that has the numbers up to `have`, or none yet. Done before it joins, so that a failure refuses the join. */
  async begin(have: number | undefined): Promise<Beginning> {
    const { most } = this.#source;
    if (have !== undefined) {
      // Read from the last number it has. Where that one is unknown, the database is an older copy, and what the page shows is wrong.
      const found = await this.#source.after(Math.max(have - 1, 0), most + 2);
      const missed = found.filter(({ seq }) => seq > have);
      const isKnown = have === 0 || found[0]?.seq === have;
      if (isKnown && missed.length <= most) return { last: have, missed, reload: false };
    }
    return { last: await this.#source.latest(), missed: [], reload: have !== undefined };
  }

  add(id: string, { last, missed, reload }: Beginning): void {
    this.#followers.set(id, { id, last, fruitlessReads: 0 });
    if (reload) this.#source.reload([id]);
    for (const news of missed) this.#offer(news);
    this.#hearOf(Math.max(last, missed.at(-1)?.seq ?? 0));
  }

  remove(id: string): void {
    this.#followers.delete(id);
  }

  /** An event that this node or another one has just sent. */
  deliver(news: NumberedNews): void {
    this.#offer(news);
    this.#hearOf(news.seq);
  }

  /** The last number of the room, read a moment ago: it makes good a last hint that was lost. */
  catchUp(latest: number): void {
    const unplaced = [...this.#followers.values()].filter(({ last }) => last === null);
    if (unplaced.length > 0) this.#place(unplaced, latest);
    this.#hearOf(latest);
  }

  #hearOf(seq: number): void {
    this.#newest = Math.max(this.#newest, seq);
    if (!this.#isFilling && this.#behind().length > 0) void this.#fill();
  }

  #offer(news: NumberedNews): void {
    const ids: string[] = [];
    for (const follower of this.#followers.values()) {
      if (follower.last !== news.seq - 1) continue;
      follower.last = news.seq;
      follower.fruitlessReads = 0;
      ids.push(follower.id);
    }
    if (ids.length > 0) this.#source.send(ids, news);
  }

  #behind(): (Follower & { last: number })[] {
    const isBehind = (follower: Follower): follower is Follower & { last: number } => follower.last !== null && follower.last < this.#newest;
    return [...this.#followers.values()].filter(isBehind);
  }

  /** Reads for all members at once, until each has every number heard of or was told to load anew. Ends: a member waits for six reads at most. */
  async #fill(): Promise<void> {
    this.#isFilling = true;
    try {
      for (let behind = this.#behind(); behind.length > 0; behind = this.#behind()) {
        const from = behind.reduce((least, { last }) => Math.min(least, last), Number.POSITIVE_INFINITY);
        for (const follower of behind) follower.fruitlessReads += 1;
        const found = await this.#read(from);
        const isTooMuch = found.length > this.#source.most;
        if (!isTooMuch) for (const news of found) this.#offer(news);
        const lost = this.#behind().filter(({ last, fruitlessReads }) => fruitlessReads > HOLE_PAUSES_MS.length || (isTooMuch && last === from));
        if (lost.length > 0) await this.#reload(lost);
        const longest = this.#behind().reduce((most, { fruitlessReads }) => Math.max(most, fruitlessReads), 0);
        if (longest > 0 && !isTooMuch) await this.#source.pause(HOLE_PAUSES_MS[longest - 1]!);
      }
    } catch (error) {
      this.#source.report(error);
    } finally {
      this.#isFilling = false;
    }
  }

  async #read(from: number): Promise<readonly NumberedNews[]> {
    try {
      return await this.#source.after(from, this.#source.most + 1);
    } catch (error) {
      this.#source.report(error);
      return [];
    }
  }

  /** While the last number can't be read, these members wait for `catchUp`. */
  async #reload(followers: readonly Follower[]): Promise<void> {
    for (const follower of followers) follower.last = null;
    // What was heard of and can't be read counts no more, or it would be waited for again. What is heard meanwhile counts.
    this.#newest = 0;
    const latest = await this.#source.latest();
    this.#newest = Math.max(this.#newest, latest);
    this.#place(followers, latest);
  }

  /** The page loads the room after it was told to, so it loads up to `latest` at least. */
  #place(followers: readonly Follower[], latest: number): void {
    const ids: string[] = [];
    for (const follower of followers) {
      if (this.#followers.get(follower.id) !== follower || follower.last !== null) continue;
      follower.last = latest;
      follower.fruitlessReads = 0;
      ids.push(follower.id);
    }
    if (ids.length > 0) this.#source.reload(ids);
  }
}
