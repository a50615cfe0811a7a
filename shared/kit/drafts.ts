import { useCallback, useEffect, useMemo, useRef } from 'react';
import type * as z from 'zod/mini';
import { SESSION_ENDS } from '../session/kept-drafts.ts';

const LIFE_MS = 30 * 24 * 3600 * 1000;
const SAVE_AFTER_MS = 400;

/** Unfinished forms of one kind, one for each person. Signing out empties the device; a session that ends by itself keeps them (`session/kept-drafts.ts`). Storage is never trusted. */
export interface Drafts<D> {
  /** Null when there is none, it is over 30 days old or unreadable. */
  load(who: string, now?: number): D | null;
  /** False when the browser refuses to store (full or private): the form can say so instead of pretending. */
  save(who: string, draft: D): boolean;
  drop(who: string): void;
  /** Whether the browser stores at all, before there is anything to keep: a form that says it keeps what is typed asks first. */
  keeps(who: string): boolean;
}

export function openDrafts<D extends { saved_at: number }>(name: string, shape: z.ZodMiniType<D>, storage: () => Storage = () => localStorage): Drafts<D> {
  const key = (who: string) => `vimarsh.${name}.${who}`;
  // Some browsers throw as soon as storage is looked at.
  const attempt = <T>(use: (store: Storage) => T): T | null => {
    try {
      return use(storage());
    } catch {
      return null;
    }
  };
  return {
    load(who, now = Date.now()) {
      const parsed = shape.safeParse(attempt((store) => JSON.parse(store.getItem(key(who)) ?? 'null')));
      return parsed.success && now - parsed.data.saved_at < LIFE_MS ? parsed.data : null;
    },
    save: (who, draft) =>
      attempt((store) => {
        store.setItem(key(who), JSON.stringify(draft));
        return true;
      }) ?? false,
    drop: (who) => void attempt((store) => store.removeItem(key(who))),
    keeps: (who) =>
      attempt((store) => {
        const probe = key(`probe.${who}`);
        store.setItem(probe, '');
        store.removeItem(probe);
        return true;
      }) ?? false,
  };
}

/** Does the last work it was given soon after, or at once on leaving or when the session ends; `never` forgets it. */
export function useSoon(): { soon: (work: () => void) => void; never: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<(() => void) | null>(null);
  const never = useCallback(() => {
    clearTimeout(timer.current);
    pending.current = null;
  }, []);
  const now = useCallback(() => {
    const work = pending.current;
    never();
    work?.();
  }, [never]);
  const soon = useCallback(
    (work: () => void) => {
      never();
      pending.current = work;
      timer.current = setTimeout(now, SAVE_AFTER_MS);
    },
    [never, now],
  );
  useEffect(() => {
    const ends = (event: Event) => {
      event.preventDefault();
      now();
    };
    addEventListener('pagehide', now);
    addEventListener(SESSION_ENDS, ends);
    return () => {
      removeEventListener('pagehide', now);
      removeEventListener(SESSION_ENDS, ends);
      now();
    };
  }, [now]);
  return useMemo(() => ({ soon, never }), [soon, never]);
}
