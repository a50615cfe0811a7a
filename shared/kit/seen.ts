import { useMemo } from 'react';
import * as z from 'zod/mini';
import type { Data, Request, Route } from '../contract/route.ts';
import { useSession } from './session.ts';

/** What a person saw last at a route. */
export interface Seen<D> {
  /** `at`: UTC instant of the data. */
  keep(data: D, at: string): void;
  /** Null for another person, another input, or what this release can't read. */
  last(): { readonly data: D; readonly at: string } | null;
}

/** Longer answers are not worth the room, in characters. */
const MOST = 300_000;
const KEPT = z.object({ who: z.string(), input: z.string(), at: z.string(), data: z.unknown() });

/**
 * The last answer of a route as this browser saw it, for a screen that is worth a look when nothing answers: shown only
 * with its time beside it. One for each route; signing out empties the device. Storage is never trusted: it is read by the
 * route's own contract.
 */
export function useSeen<R extends Route>(route: R, input: Request<R> | undefined): Seen<Data<R>> {
  const who = useSession().user?.id ?? '';
  const asked = JSON.stringify(input ?? {});
  return useMemo(() => {
    // Not at the end, where drafts have the person's id.
    const key = `vimarsh.seen ${route.path}`;
    return {
      keep(data, at) {
        const text = JSON.stringify({ who, input: asked, at, data });
        try {
          if (text.length <= MOST) localStorage.setItem(key, text);
          else localStorage.removeItem(key);
        } catch {
          // Full or switched off: nothing is shown again.
        }
      },
      last() {
        try {
          const kept = KEPT.parse(JSON.parse(localStorage.getItem(key) ?? 'null'));
          if (kept.who !== who || kept.input !== asked) return null;
          return { data: route.data.parse(kept.data) as Data<R>, at: kept.at };
        } catch {
          return null;
        }
      },
    };
  }, [route, who, asked]);
}
