import type { ServerResponse } from 'node:http';
import type { StreamEvent } from '@vimarsh/shared/contract/embed/events.ts';
import { ERRORS } from '@vimarsh/shared/contract/errors.ts';
import type { Quote } from '@vimarsh/shared/contract/market/types.ts';
import { insideOf, nestedChange, withInside } from '@vimarsh/shared/domain/insights/nested-change.ts';
import { symbolOf } from '@vimarsh/shared/domain/insights/subject-code.ts';
import { type Room, roomsOf } from '../../platform/http/address.ts';
import { Fail, type Platform, RawAnswer } from '../../platform/platform.ts';
import { endGradually } from '../../platform/sockets/end-gradually.ts';
import { priceChange } from './live-prices.ts';
import type { Subject, Subjects } from './subjects.ts';
import type { WidgetGrant } from './widget-token.ts';

/** One key of a page and what the page shows with it. */
export interface Watch {
  readonly grant: WidgetGrant;
  readonly subjects: readonly string[];
}

/** The failure that ended what a page watches, null while it may. */
export type CheckWatch = (watch: Watch) => Fail | null;

export interface StreamLimits {
  readonly all: number;
  readonly perKey: number;
  /** Offices and mobile networks hide many people behind one address. */
  readonly perAddress: number;
}
export const STREAM_LIMITS: StreamLimits = { all: 20_000, perKey: 10_000, perAddress: 200 };

/** A page that is given away while others go on comes again within this time: the server itself spreads them. */
const GIVEN_AWAY_MS = 4000;

const BEAT_MS = 15_000;
/** How often prices are told. Subjects are computed anew by their own rules; this is how often they are asked, too. */
const LOOK_MS = 1000;
/** A line that lags so much is cut; its page comes again with its cursor. */
const MOST_UNSENT = 256 * 1024;
const RETRY_AFTER_S = 60;

interface Line {
  readonly response: ServerResponse;
  /** What it counts towards: its address, its networks and its keys. */
  readonly names: readonly string[];
  /** By their place in the request; null once refused. */
  readonly watches: (Watch | null)[];
}

interface Parts {
  readonly subjects: Subjects;
  readonly quote: (symbol: string) => Quote | null;
  readonly check: CheckWatch;
  readonly log: Pick<Platform['log'], 'warn'>;
  readonly limits?: StreamLimits;
  /** Over which time so many pages should come back. */
  readonly spreadMs: (streams: number) => number;
}

/** The open streams of partner pages. A change is written once, whatever the number of lines it goes to. */
export class LiveStream {
  readonly #parts: Parts;
  readonly #limits: StreamLimits;
  readonly #lines = new Set<Line>();
  readonly #bySubject = new Map<string, Set<Line>>();
  readonly #open = new Map<string, number>();
  /** What pages show of a subject whose price has moved since it was computed, and the prices they were told. */
  readonly #ticked = new Map<string, { data: Subject['data']; set: Readonly<Record<string, unknown>> }>();
  #timers: NodeJS.Timeout[] = [];
  #failing = false;
  #ended = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#limits = parts.limits ?? STREAM_LIMITS;
    parts.subjects.onChange((subject, before) => {
      const shown = this.#ticked.get(subject.id)?.data ?? before?.data;
      this.#ticked.delete(subject.id);
      const change = shown ? deltaOf(subject, shown) : wholeOf(subject);
      if (change) this.#tell(subject.id, change);
    });
  }

  count(): number {
    return this.#lines.size;
  }

  /** Answers with a stream that begins after `cursor`. Throws STREAM_LIMIT, or RETRY while the server ends. */
  join(watches: readonly Watch[], cursor: string, address: string): RawAnswer {
    if (this.#ended) throw new Fail('RETRY');
    const { perAddress, perKey } = this.#limits;
    const keys = new Set(watches.map(({ grant }) => `key ${grant.key}`));
    const rooms = [...roomsOf(address, perAddress), ...[...keys].map((name) => ({ name, most: perKey }))];
    this.#requireRoom(rooms);
    return new RawAnswer((request, response, headers) => {
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
      response.setHeader('content-type', 'text/event-stream');
      // Proxies must neither keep nor hold back what passes.
      response.setHeader('cache-control', 'no-store, no-transform');
      response.setHeader('x-accel-buffering', 'no');
      // Nothing comes after a stream; an idle connection would only hold up a server that ends.
      response.shouldKeepAlive = false;
      response.writeHead(200);
      // Who asks for the head alone reads no stream, and would take a place until it hangs up.
      if (request.method === 'HEAD') return void response.end();
      this.#begin({ response, names: rooms.map(({ name }) => name), watches: [...watches] }, cursor);
    });
  }

  /** Gives the pages away bit by bit over a time, so that they come again elsewhere, and not all at once. */
  leave(ms: number, hurry: AbortSignal): Promise<void> {
    return endGradually(
      ms,
      () => [...this.#lines],
      (line) => this.#bye(line, GIVEN_AWAY_MS),
      hurry,
    );
  }

  /** Tells every page to come again, at times of their own, and ends the streams. */
  close(): void {
    this.#ended = true;
    const spread = this.#parts.spreadMs(this.#lines.size);
    for (const line of this.#lines) this.#bye(line, spread);
  }

  #bye(line: Line, spreadMs: number): void {
    const retry_ms = 1000 + Math.round(Math.random() * spreadMs);
    line.response.end(Buffer.concat([Buffer.from(`retry: ${retry_ms}\n`), frame(['bye', JSON.stringify({ retry_ms })], this.#parts.subjects.cursor())]));
    this.#leave(line);
  }

  #requireRoom(rooms: readonly Room[]): void {
    if (this.#lines.size >= this.#limits.all || rooms.some(({ name, most }) => this.#counted(name) >= most))
      throw new Fail('STREAM_LIMIT', { retry_after: RETRY_AFTER_S });
  }

  #begin(line: Line, cursor: string): void {
    const { subjects } = this.#parts;
    this.#lines.add(line);
    for (const name of line.names) this.#open.set(name, this.#counted(name) + 1);
    line.response.on('close', () => this.#leave(line));
    const first = [Buffer.from('retry: 3000\n'), frame(['hello', this.#spread()], subjects.cursor())];
    for (const id of watchedBy(line)) {
      const lines = this.#bySubject.get(id) ?? new Set();
      this.#bySubject.set(id, lines.add(line));
      const last = subjects.last(id);
      if (last && subjects.isNewsAt(cursor, last)) first.push(frame(wholeOf(last), subjects.cursor()));
      const ticked = this.#ticked.get(id);
      if (last && ticked) first.push(frame(setOf(last, ticked.set), subjects.cursor()));
    }
    line.response.write(Buffer.concat(first));
    if (this.#timers.length === 0) this.#timers = [setInterval(() => this.#look(), LOOK_MS), setInterval(() => this.#beat(), BEAT_MS)];
    this.#look();
  }

  #leave(line: Line): void {
    if (!this.#lines.delete(line)) return;
    for (const id of watchedBy(line)) this.#forget(id, line);
    for (const name of line.names) {
      const left = this.#counted(name) - 1;
      if (left > 0) this.#open.set(name, left);
      else this.#open.delete(name);
    }
    if (this.#lines.size > 0) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  #forget(id: string, line: Line): void {
    const lines = this.#bySubject.get(id);
    lines?.delete(line);
    if (lines?.size === 0) this.#bySubject.delete(id);
  }

  #tell(id: string, written: Written): void {
    const lines = this.#bySubject.get(id);
    if (!lines?.size) return;
    const bytes = frame(written, this.#parts.subjects.cursor());
    for (const line of lines) send(line, bytes);
  }

  /** Prices first: they are known without computing anything. */
  #tellPrice(id: string): void {
    const { subjects, quote: quoteOf } = this.#parts;
    const last = subjects.last(id);
    const quote = last && quoteOf(symbolOf(last.code));
    if (!quote) return;
    const shown = this.#ticked.get(id)?.data ?? last.data;
    const set = priceChange(last, shown, quote);
    if (!set) return;
    this.#ticked.set(id, { data: withInside(shown, set), set });
    this.#tell(id, setOf(last, set));
  }

  /** Tells prices, and has watched subjects computed anew where that is due; what changed comes back by `onChange`. */
  #look(): void {
    for (const id of this.#bySubject.keys()) this.#tellPrice(id);
    const all = [...this.#bySubject.keys()].map((id) => this.#parts.subjects.read(id).catch(unlessRefused));
    void Promise.all(all).then(
      () => {
        this.#failing = false;
      },
      (error: unknown) => {
        if (!this.#failing) this.#parts.log.warn({ err: error }, 'live insights could not be computed');
        this.#failing = true;
      },
    );
  }

  /** Keys are looked at again with every beat, so a revoked one goes dark on open pages. */
  #beat(): void {
    const cursor = this.#parts.subjects.cursor();
    const beat = frame(['beat', this.#spread()], cursor);
    for (const line of this.#lines) {
      line.watches.forEach((watch, grant) => {
        const fail = watch && this.#parts.check(watch);
        if (!fail) return;
        send(line, frame(['refused', JSON.stringify({ grant, code: fail.code, text: fail.options.validation ?? ERRORS[fail.code].user })], cursor));
        line.watches[grant] = null;
        const still = new Set(watchedBy(line));
        for (const id of watch.subjects) if (!still.has(id)) this.#forget(id, line);
      });
      if (line.watches.every((watch) => watch === null)) line.response.end();
      else send(line, beat);
    }
  }

  #spread(): string {
    return JSON.stringify({ spread_ms: this.#parts.spreadMs(this.#lines.size) });
  }

  #counted(name: string): number {
    return this.#open.get(name) ?? 0;
  }
}

/** What can't be shown any more, an expiry that is over, has no news; whoever asks for it anew learns why. */
function unlessRefused(error: unknown): null {
  if (error instanceof Fail) return null;
  throw error;
}
const watchedBy = ({ watches }: Line): string[] => watches.flatMap((watch) => watch?.subjects ?? []);

function send({ response }: Line, bytes: Buffer): void {
  if (response.writableLength > MOST_UNSENT) response.destroy();
  else response.write(bytes);
}

type Written = [event: StreamEvent, json: string];
const frame = ([event, json]: Written, cursor: string): Buffer => Buffer.from(`id: ${cursor}\nevent: ${event}\ndata: ${json}\n\n`);
const wholeOf = (subject: Subject): Written => ['value', subject.json];

const setOf = ({ widget, code }: Subject, set: object): Written => ['delta', JSON.stringify({ widget, code, set })];

/** Null when a price that was told already is all that is new. */
function deltaOf(subject: Subject, before: Subject['data']): Written | null {
  const { widget, data } = subject;
  // Runtimes of before the larger widgets know sentiment only, and whole fields.
  const set =
    widget === 'market-sentiment'
      ? Object.fromEntries(Object.entries(data).filter(([name, value]) => nestedChange(before[name], value) !== undefined))
      : insideOf(before, data);
  return Object.keys(set).length === 0 ? null : setOf(subject, set);
}
