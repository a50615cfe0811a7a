import type { StreamEvent } from '@vimarsh/shared/contract/embed/events.ts';
import type { EmbedSession } from '@vimarsh/shared/contract/embed/routes.ts';
import { withInside } from '@vimarsh/shared/domain/insights/nested-change.ts';
import { dataOf, problemOf } from './api-answer.ts';
import { nextTry } from './next-try.ts';
import { askSession, type EarlySession, type WidgetData, type WidgetProblem } from './protocol.ts';
import { refusal } from './refusal.ts';
import { isClosed, isSession, isValue } from './shapes.ts';
import { openLine } from './stream-line.ts';

/**
 * The one source of data of a page, however many widgets stand on it. What appears together is asked for together, in one
 * request for each key; after that one stream carries the changes of everything. It rests, without stream and timer,
 * while the page is hidden or none of its widgets is near the screen.
 *
 *   asking ─▶ live ◀─▶ resting          live ─(lost)─▶ asking, as `next-try.ts` says, for as long as the page stands
 *                                       two streams in a row that never spoke ─▶ polling, a stream again every 20th time
 */
export type FeedUpdate = { readonly data: WidgetData; readonly stale: boolean } | { readonly problem: WidgetProblem; readonly last: WidgetData | null };
type Listener = (update: FeedUpdate) => void;

const POLL_OPEN_MS = 15_000;
const POLL_CLOSED_MS = 300_000;
const POLLS_BETWEEN_STREAMS = 20;
/** After the network came back, at a time of each page's own. */
const FIRST_TRY_MS = 1000;
/** A line that is lost for longer leaves figures that are no longer live. */
const UNMARKED_MS = 5000;
/** A refusal may end: a key is allowed again, a stock gets prices. It is asked about again this long after, ms. */
const REVIEW_MS = 600_000;
/** Whoever comes back to the page, or the network with them, has it asked about sooner, ms. */
const LEAST_REVIEW_MS = 60_000;
/** Widgets that come within this time go into one request. The stream may wait longer: it brings nothing new at first. */
const GATHER_MS = 20;
const SETTLE_MS = 250;
/** As in the contract; what comes beyond has its first data and no changes. */
const MOST_SUBJECTS = 200;

interface Channel {
  readonly credential: string;
  readonly subject: string;
  readonly listeners: Set<Listener>;
  last: WidgetData | null;
  /** Up to where `last` is known to be the latest. */
  cursor: string;
  asking: boolean;
  /** Not asked for until somebody wishes it, or until the refusal is due for another look. */
  refused: WidgetProblem | null;
  refusedAt: number;
}
interface Session {
  readonly token: string;
  readonly until: number;
}

export interface PageFeedOptions {
  readonly api: string;
  /** Sessions asked for before this code was here; more may come while it starts. */
  readonly early: EarlySession[];
  onTheme(credential: string, theme: EmbedSession['theme']): void;
}

export function createPageFeed({ api, early, onTheme }: PageFeedOptions) {
  const channels = new Map<string, Channel>();
  const sessions = new Map<string, Session>();
  const near = new Set<Element>();
  let line: { readonly watched: ReadonlySet<Channel>; close(): void } | null = null;
  let gathering = false;
  let settling = 0;
  /** The next turn, while there is no stream. */
  let timer = 0;
  let turning = false;
  /** Since when sessions fail, 0 while they don't; streams in a row that never spoke, polls since the last try of a stream. */
  let awaySince = 0;
  let mute = 0;
  let polls = 0;
  /** Over which time the server wishes its pages to come back. */
  let spreadMs = 0;
  /** What is shown was marked because a line was lost. */
  let marked = false;
  let review = 0;

  const channelOf = (credential: string, subject: string): Channel => {
    const id = `${credential} ${subject}`;
    const known = channels.get(id);
    if (known) return known;
    const channel: Channel = { credential, subject, listeners: new Set(), last: null, cursor: '', asking: false, refused: null, refusedAt: 0 };
    channels.set(id, channel);
    return channel;
  };
  const tell = (channel: Channel, update: FeedUpdate): void => {
    for (const listener of channel.listeners) listener(update);
  };
  const take = (channel: Channel, data: WidgetData, cursor: string): void => {
    // A session may come from a cache; what the stream has brought since is newer.
    if (!channel.last || !isBefore(cursor, channel.cursor)) {
      channel.last = data;
      channel.cursor = cursor;
    }
    channel.refused = null;
    tell(channel, { data: channel.last, stale: false });
  };
  /** A refusal blanks the data; a passing failure keeps them, marked. */
  const refuse = (channel: Channel, problem: WidgetProblem): void => {
    if (!problem.retryable) {
      channel.last = null;
      channel.refused = problem;
      channel.refusedAt = Date.now();
      reviewLater();
    }
    tell(channel, { problem, last: channel.last });
  };
  const followed = (): Channel[] => [...channels.values()].filter(({ listeners, refused }) => listeners.size > 0 && !refused);
  const isResting = (): boolean => document.hidden || near.size === 0;

  /** Asks again about what the server has refused a while ago. */
  function reviewRefusals(): void {
    for (const channel of channels.values())
      if (channel.refused && channel.credential && Date.now() - channel.refusedAt >= LEAST_REVIEW_MS) {
        channel.refused = null;
        gatherSoon('no-cache');
      }
  }
  function reviewLater(): void {
    clearTimeout(review);
    const look = (): void => {
      review = 0;
      reviewRefusals();
      settleSoon();
    };
    review = isResting() ? 0 : (setTimeout(look, REVIEW_MS * (1 + Math.random() / 4)) as unknown as number);
  }

  const keep = (credential: string, { token, expires_in, theme, spread_ms }: EmbedSession): void => {
    spreadMs = spread_ms ?? spreadMs;
    sessions.set(credential, { token, until: Date.now() + expires_in * 1000 });
    onTheme(credential, theme);
  };

  /**
   * One session. First data may come from the browser's cache; after that (`no-cache`) the server itself is asked, because
   * an answer of before would hide that it is away or has refused the key. Answers what has failed for a while, or null.
   */
  async function ask(credential: string, asked: readonly Channel[], cache: RequestCache, response?: Promise<Response>): Promise<WidgetProblem | null> {
    for (const channel of asked) channel.asking = true;
    try {
      if (!credential) throw refusal('KEY_MISSING', 'Widget not enabled');
      const subjects = asked.map(({ subject }) => subject);
      const session = await dataOf(response ?? askSession(api, credential, subjects, cache), isSession, refusal);
      keep(credential, session);
      for (const { widget, code, data } of session.values) take(channelOf(credential, `${widget}:${code}`), data, session.cursor);
      for (const { subject, code, text } of session.refused) refuse(channelOf(credential, subject), refusal(code, text));
      return null;
    } catch (error) {
      const problem = problemOf(error);
      for (const channel of asked) refuse(channel, problem);
      return problem.retryable ? problem : null;
    } finally {
      for (const channel of asked) channel.asking = false;
    }
  }
  async function askFor(wanted: readonly Channel[], cache: RequestCache): Promise<WidgetProblem | null> {
    const rounds: Promise<WidgetProblem | null>[] = [];
    for (const credential of new Set(wanted.map((channel) => channel.credential))) {
      const ofKey = wanted.filter((channel) => channel.credential === credential);
      for (let at = 0; at < ofKey.length; at += MOST_SUBJECTS) rounds.push(ask(credential, ofKey.slice(at, at + MOST_SUBJECTS), cache));
    }
    return (await Promise.all(rounds)).find((problem) => problem !== null) ?? null;
  }

  function gatherSoon(cache: RequestCache = 'default'): void {
    if (gathering) return;
    gathering = true;
    // What is on its way already waits for nobody.
    if (early.length > 0) queueMicrotask(() => gather(cache));
    else setTimeout(gather, GATHER_MS, cache);
  }
  async function gather(cache: RequestCache): Promise<void> {
    gathering = false;
    const taken = early.splice(0).map(({ credential, subjects, response }) =>
      ask(
        credential,
        subjects.map((subject) => channelOf(credential, subject)),
        'default',
        response,
      ),
    );
    const missing = followed().filter(({ last, asking }) => last === null && !asking);
    await Promise.all([...taken, askFor(missing, cache)]);
    settleSoon();
  }

  function settleSoon(): void {
    settling ||= setTimeout(settle, SETTLE_MS) as unknown as number;
  }
  /** Brings stream and timers to what the page is now. */
  function settle(): void {
    clearTimeout(settling);
    settling = 0;
    if (isResting()) {
      rest();
      return;
    }
    if (!review && [...channels.values()].some(({ refused }) => refused)) reviewLater();
    // Whoever is asking comes here again.
    if (turning || followed().some(({ asking }) => asking)) return;
    if (followed().some(({ last }) => !last) || !line) {
      if (!timer) void turn();
    } else {
      const now = watchable();
      if (now.length !== line.watched.size || now.some((channel) => !line!.watched.has(channel))) open();
    }
  }
  function rest(): void {
    for (const each of [settling, timer, review]) clearTimeout(each);
    settling = timer = review = 0;
    line?.close();
    line = null;
  }
  function later(ms: number): void {
    clearTimeout(timer);
    timer = isResting() ? 0 : (setTimeout(turn, ms) as unknown as number);
  }

  /** One turn while something is missing: fresh sessions when they are due, then a stream, or the next turn. */
  async function turn(): Promise<void> {
    timer = 0;
    const wanted = followed();
    if (isResting() || wanted.length === 0) return;
    const isDue = ({ credential, last }: Channel): boolean => !last || !((sessions.get(credential)?.until ?? 0) > Date.now());
    if (mute > 0 || awaySince > 0 || wanted.some(isDue)) {
      turning = true;
      const problem = await askFor(wanted, 'no-cache');
      turning = false;
      if (problem) {
        awaySince ||= Date.now();
        // What could not be reached at all says nothing about proxies.
        mute = 0;
        return later(wait(Date.now() - awaySince + 1, problem));
      }
      awaySince = 0;
    }
    if (mute >= 2 && polls < POLLS_BETWEEN_STREAMS) {
      polls += 1;
      return later(pollAfter());
    }
    polls = 0;
    if (!isResting()) open();
  }
  /** `awayMs` is 0 only where a line has just broken. */
  const wait = (awayMs: number, problem?: WidgetProblem): number =>
    nextTry({ awayMs, spreadMs, isBusy: problem?.code === 'RATE', pauseMs: problem?.pauseMs ?? 0, isOffline: !navigator.onLine });
  const pollAfter = (): number => (followed().every(({ last }) => last && isClosed(last)) ? POLL_CLOSED_MS : POLL_OPEN_MS);

  /** What a stream can carry now. */
  const watchable = (): Channel[] =>
    followed()
      .filter(({ credential, last }) => last && sessions.has(credential))
      .slice(0, MOST_SUBJECTS);
  function open(): void {
    line?.close();
    line = null;
    const watched = new Set(watchable());
    if (watched.size === 0) return;
    const keys = [...new Set([...watched].map(({ credential }) => credential))];
    const part = (key: string): string => [...watched].flatMap(({ credential, subject }) => (credential === key ? [encodeURIComponent(subject)] : [])).join();
    const watch = keys.map((key) => `${sessions.get(key)!.token}~${part(key)}`).join('|');
    const close = openLine(`${api}/embed/v1/stream?watch=${watch}&since=${earliest(watched)}`, {
      event: (type, data, id) => hear(type, data, id, keys, watched),
      lost(stood, retryMs) {
        line = null;
        mute = stood ? 0 : mute + 1;
        const ms = mute >= 2 ? pollAfter() : (retryMs ?? wait(stood ? 0 : 1));
        later(ms);
        if (ms > UNMARKED_MS && mute < 2) markAll(watched);
      },
    });
    line = { watched, close };
  }
  function markAll(watched: Iterable<Channel>): void {
    marked = true;
    for (const channel of watched) if (channel.last) tell(channel, { data: channel.last, stale: true });
  }
  function hear(type: StreamEvent, data: Record<string, unknown>, id: string, keys: readonly string[], watched: ReadonlySet<Channel>): void {
    mute = 0;
    if (typeof data.spread_ms === 'number') spreadMs = data.spread_ms;
    if (marked) {
      marked = false;
      for (const channel of watched) if (channel.last) tell(channel, { data: channel.last, stale: false });
    }
    if (type === 'refused') {
      const { grant, code, text } = data as { grant: number; code: string; text: string };
      sessions.delete(keys[grant]!);
      for (const channel of watched) if (channel.credential === keys[grant]) refuse(channel, refusal(code, text));
      settle();
      return;
    }
    const { widget, code } = data as { widget: string; code: string };
    for (const channel of watched) {
      // What came before this has all been heard.
      channel.cursor = id;
      if ((type !== 'value' && type !== 'delta') || channel.subject !== `${widget}:${code}`) continue;
      const next = type === 'value' ? data : { widget, code, data: channel.last && withInside(channel.last, data.set as Record<string, unknown>) };
      if (isValue(next)) take(channel, next.data, id);
    }
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) near.add(target);
        else near.delete(target);
      settleSoon();
    },
    { rootMargin: '300px' },
  );
  document.addEventListener('visibilitychange', () => {
    settle();
    if (!document.hidden) reviewRefusals();
  });
  // The network is back: no need to wait for the next turn.
  addEventListener('online', () => {
    if (timer) later(FIRST_TRY_MS * Math.random());
    reviewRefusals();
  });

  return {
    /** Calls the listener with what is known and with every change; `host` is where it is shown. */
    subscribe(credential: string, subject: string, host: Element, listener: Listener): () => void {
      const channel = channelOf(credential, subject);
      channel.listeners.add(listener);
      observer.observe(host);
      if (channel.last) listener({ data: channel.last, stale: false });
      else if (channel.refused) listener({ problem: channel.refused, last: null });
      if (channel.last) settleSoon();
      else if (!channel.refused) gatherSoon();
      return () => {
        channel.listeners.delete(listener);
        observer.unobserve(host);
        near.delete(host);
        if (channel.listeners.size === 0) channels.delete(`${credential} ${subject}`);
        settleSoon();
      };
    },
    /** A token that holds, for what a view asks besides. Rejects with a WidgetProblem. */
    async tokenOf(credential: string): Promise<string> {
      const known = sessions.get(credential);
      if (known && known.until > Date.now()) return known.token;
      const session = await dataOf(askSession(api, credential, [], 'no-cache'), isSession, refusal);
      keep(credential, session);
      return session.token;
    },
    async refresh(credential: string, subject: string): Promise<void> {
      const channel = channelOf(credential, subject);
      channel.refused = null;
      await ask(credential, [channel], 'no-cache');
      settle();
    },
  };
}

/** Whether a cursor is an earlier point of the same server's count. */
function isBefore(cursor: string, other: string): boolean {
  const [life, seq] = cursor.split('-');
  const [otherLife, otherSeq] = other.split('-');
  return life === otherLife && Number(seq) < Number(otherSeq);
}

/** The cursor from which nobody misses anything; '' (everything again) when they are of different servers. */
function earliest(channels: Iterable<Channel>): string {
  const cursors = [...channels].map(({ cursor }) => cursor.split('-') as [string, string]);
  const [life] = cursors[0] ?? [''];
  if (cursors.some((cursor) => cursor[0] !== life)) return '';
  return `${life}-${Math.min(...cursors.map(([, seq]) => Number(seq)))}`;
}
