import type { ModuleEvents } from '../../contract/module/types.ts';
import type { NewsOf, Topic } from '../../contract/socket/topics.ts';
import type { Client } from '../client/client.ts';
import type { Line } from '../line/line.types.ts';
import type { Session } from '../session.types.ts';
import type { Browser } from './browser.ts';
import { createCore } from './core.ts';
import { localAnswer } from './local-answer.ts';
import type { SessionStore } from './session-store.ts';
import { KEYS } from './storage.ts';

/** Ms after start until a signed-in page reads its profile again and starts to keep its tokens fresh. */
const SETTLE_MS = 1500;

/**
 * The session of one page. What every page needs is here; the HTTP client, the token keeper and the socket are loaded
 * when they are first used.
 */
export function createSession(
  browser: Browser,
  store: SessionStore,
  load = { client: () => import('../client/client.ts'), line: () => import('../line/line.ts') },
): Session {
  const core = createCore(browser, store);
  const events = new EventTarget();
  let ready: Client | null = null;
  const client = keptUnlessFailed(async () => {
    ready = (await load.client()).createClient(core);
    return ready;
  });
  const line = keptUnlessFailed(async (): Promise<Line> => (await load.line()).createLine(core, session));
  const stored = () => ({ token: store.read(KEYS.token), who: core.profile()?.id ?? '' });
  let known = stored();

  /** Another tab or this page's route guard (`here`) changed storage: follow it. The guard navigates by itself. */
  function look(here: boolean): void {
    const before = known;
    known = stored();
    const left = before.token !== '' && (known.token === '' || known.who !== before.who);
    if (left) core.forget();
    else if (known.token !== before.token) ready?.tokensChanged();
    core.changed();
    if (left && !here) browser.go('/');
  }

  /** Follows of topics that wait for the line's code. What could not be loaded is asked for again when the user is back. */
  const waiting = new Set<() => void>();
  browser.onWake(() => {
    for (const start of waiting) start();
  });

  /** Follows a topic once the line is loaded; stopping before then works too. */
  function follow<T extends Topic>(topic: T, listener: (news: NewsOf<T>) => void): () => void {
    let stop: (() => void) | null = null;
    const start = () =>
      void line().then(
        (loaded) => {
          if (waiting.delete(start)) stop = loaded.subscribe(topic, listener);
        },
        () => undefined,
      );
    waiting.add(start);
    start();
    return () => {
      waiting.delete(start);
      stop?.();
    };
  }

  const session: Session = {
    snapshot: core.snapshot,
    subscribe: core.subscribe,
    async request(route, input, options) {
      let loaded: Client;
      try {
        loaded = await client();
      } catch {
        return localAnswer('UNREACHABLE');
      }
      return loaded.request(route, input, options);
    },
    adopt(answer, how, options) {
      if (!ready) throw new Error('adopt() takes an answer of request()');
      return ready.adopt(answer, how, options);
    },
    async signOut({ to = '/', notice, everywhere = false, next } = {}) {
      const loaded = await client().catch(() => null);
      if (loaded) await loaded.signOut({ everywhere });
      else core.clear();
      if (next) {
        core.selectBroker(next.broker);
        store.write(KEYS.pendingRoute, next.route);
      }
      if (notice) browser.keepNotice(notice);
      browser.go(to);
    },
    refreshProfile: async () => (await client().catch(() => null))?.refreshProfile(),
    takePlanDialog() {
      const waits = store.read(KEYS.planDialog) !== '';
      store.write(KEYS.planDialog, '');
      return waits;
    },
    notify: core.notices.notify,
    on: (_event, listener) => core.notices.listen(listener),
    emit: (event, payload) => !events.dispatchEvent(new CustomEvent(event, { detail: payload, cancelable: true })),
    listen<E extends keyof ModuleEvents>(event: E, listener: (payload: ModuleEvents[E]) => void) {
      const hear = (heard: Event) => {
        heard.preventDefault();
        listener((heard as CustomEvent<ModuleEvents[E]>).detail);
      };
      events.addEventListener(event, hear);
      return () => events.removeEventListener(event, hear);
    },
    setMarketType: core.setMarketType,
    selectBroker: core.selectBroker,
    state: core.state,
    line: { subscribe: follow },
    page: core.page,
  };

  core.subscribe(() => {
    known = stored();
  });
  core.deriveVisitor();
  browser.onStorage(look);
  browser.keptNotices().forEach(core.notices.notify);
  browser.onLeave(() => core.notices.takeUnheard().forEach(browser.keepNotice));
  if (core.snapshot().signedIn) {
    setTimeout(() => {
      if (core.snapshot().signedIn)
        client().then(
          (loaded) => loaded.settle(),
          () => undefined,
        );
    }, SETTLE_MS);
  }
  return session;
}

/** Runs the work once and keeps its promise; a failed one is forgotten, so the next call tries again. */
function keptUnlessFailed<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= work().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}
