import { useMemo } from 'react';
import * as z from 'zod/mini';
import type { Data, Request, Route } from '../../contract/route.ts';
import { useSession } from '../session.ts';

/** What a person saw last at a route. */
export interface Seen<D> {
  /** `at`: UTC instant of the data. */
  keep(data: D, at: string): void;
  /** Null for another person, another input, or what this release can't read. `recent`: seen within a day, by this machine's clock. */
  last(): { readonly data: D; readonly at: string; readonly recent: boolean } | null;
}

/** Longer answers are not worth the room, in characters. */
const LONGEST = 300_000;
/** Answers kept; the one that was kept first goes. */
const MOST = 12;
/** Names what is kept, the latest last. Not at the end of a name, where drafts have the person's id. */
const NAMES = 'vimarsh.seen';
const KEPT = z.object({ who: z.string(), at: z.string(), on: z.optional(z.number()), data: z.unknown() });
/** Older than this it is shown only where nothing answers, ms. */
const RECENT_MS = 24 * 3_600_000;

/** Null where there is none, or the browser refuses. */
function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function write(name: string, text: string): void {
  const names = z.array(z.string()).safeParse(read(NAMES)).data ?? [];
  const others = names.filter((other) => other !== name);
  for (const old of others.splice(0, others.length + 1 - MOST)) localStorage.removeItem(old);
  localStorage.setItem(NAMES, JSON.stringify([...others, name]));
  localStorage.setItem(name, text);
}

/**
 * The last answer of a route as this browser saw it, for a screen that is worth a look when nothing answers: shown only
 * with its time beside it. Signing out empties the device. Storage is never trusted: it is read by the
 * route's own contract.
 */
export function useSeen<R extends Route>(route: R, input: Request<R> | undefined): Seen<Data<R>> {
  const who = useSession().user?.id ?? '';
  const asked = JSON.stringify(input ?? {});
  return useMemo(() => {
    const name = `${NAMES} ${route.path} ${asked}`;
    return {
      keep(data, at) {
        const text = JSON.stringify({ who, at, on: Date.now(), data });
        try {
          if (text.length <= LONGEST) write(name, text);
          else localStorage.removeItem(name);
        } catch {
          // Full or switched off: nothing is shown again.
        }
      },
      last() {
        const kept = KEPT.safeParse(read(name)).data;
        const data = kept?.who === who ? route.data.safeParse(kept.data) : null;
        return data?.success ? { data: data.data as Data<R>, at: kept!.at, recent: Math.abs(Date.now() - (kept!.on ?? 0)) < RECENT_MS } : null;
      },
    };
  }, [route, who, asked]);
}
