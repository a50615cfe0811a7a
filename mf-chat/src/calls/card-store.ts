import { CARDS_AT_ONCE, type CallCard, readCallCards } from '@vimarsh/shared/contract/calls/cards.ts';
import { mayPass, whenBack } from '@vimarsh/shared/kit/connection.ts';
import type { Session } from '@vimarsh/shared/session';

/** Cards that come into view within this time are asked for together, ms. */
const GATHER_MS = 50;
/** Pages spread what they ask after a change over this time, because it reaches all of them at once, ms. */
const CHANGE_MS = 200;
const SPREAD_MS = 800;
const AGAIN_MS = 15_000;
/** Cards out of view that are kept for their return. */
const MOST_KEPT = 200;

/** Cards of calls on the screen. However many there are, one request reads them, and one follows what becomes of them. */
export interface CardStore {
  card(id: string): CallCard | undefined;
  subscribe(listener: () => void): () => void;
  /** Keeps a card current until the way back is called. `known` came with the text that shows it. */
  want(id: string, known?: CallCard): () => void;
}

export function createCardStore({ request, line }: Pick<Session, 'request' | 'line'>): CardStore {
  const cards = new Map<string, CallCard>();
  /** How many places show a call. */
  const wanted = new Map<string, number>();
  const due = new Set<string>();
  const listeners = new Set<() => void>();
  let timer: { readonly at: number; readonly id: ReturnType<typeof setTimeout> } | undefined;
  let stop: (() => void) | null = null;

  function ask(ids: Iterable<string>, ms: number): void {
    for (const id of ids) due.add(id);
    const at = Date.now() + ms;
    // What comes into view does not wait for the next try of something else.
    if (timer && timer.at <= at) return;
    clearTimeout(timer?.id);
    timer = { at, id: setTimeout(() => void read(), ms) };
  }

  async function read(): Promise<void> {
    timer = undefined;
    // A hidden page reads once it is looked at.
    if (document.visibilityState === 'hidden') return;
    const ids = [...due].filter((id) => wanted.has(id)).slice(0, CARDS_AT_ONCE);
    for (const id of ids) due.delete(id);
    if (ids.length === 0) return due.clear();
    const { data, code } = await request(readCallCards, { query: { ids: ids.join(',') } }, { quiet: true });
    for (const card of data?.cards ?? []) cards.set(card.id, card);
    if (!data && wanted.size > 0) ask(ids, mayPass(code) ? AGAIN_MS : AGAIN_MS * 4);
    else if (due.size > 0) ask([], 0);
    for (const listener of listeners) listener();
  }

  function open(): () => void {
    const soon = (ids: Iterable<string>): void => ask(ids, CHANGE_MS + Math.random() * SPREAD_MS);
    const leave = line.subscribe({ topic: 'calls' }, (changed) => {
      if (changed === null) soon(wanted.keys());
      else if (wanted.has(changed.id)) soon([changed.id]);
    });
    const look = (): void => {
      if (document.visibilityState !== 'hidden' && due.size > 0) ask([], 0);
    };
    const unhear = whenBack(look);
    document.addEventListener('visibilitychange', look);
    return () => {
      leave();
      unhear();
      document.removeEventListener('visibilitychange', look);
    };
  }

  function leave(id: string): void {
    const places = (wanted.get(id) ?? 1) - 1;
    if (places > 0) wanted.set(id, places);
    else wanted.delete(id);
    for (const kept of cards.size > MOST_KEPT ? [...cards.keys()] : []) if (!wanted.has(kept) && cards.size > MOST_KEPT) cards.delete(kept);
    if (wanted.size > 0) return;
    stop?.();
    stop = null;
  }

  return {
    card: (id) => cards.get(id),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    want(id, known) {
      const isNew = !wanted.has(id);
      wanted.set(id, (wanted.get(id) ?? 0) + 1);
      stop ??= open();
      if (known && cards.get(id) !== known) {
        cards.set(id, known);
        for (const listener of listeners) listener();
      } else if (isNew && !known) ask([id], GATHER_MS);
      return () => leave(id);
    },
  };
}
