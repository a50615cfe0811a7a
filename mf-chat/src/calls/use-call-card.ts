import type { CallCard } from '@vimarsh/shared/contract/calls/cards.ts';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { Session } from '@vimarsh/shared/session';
import { useEffect, useSyncExternalStore } from 'react';
import { type CardStore, createCardStore } from './card-store.ts';

/** Of whoever is signed in: what one person may read is not shown to the next. */
let current: { readonly session: Session; readonly user_id: string; readonly store: CardStore } | null = null;

function storeOf(session: Session, user_id: string): CardStore {
  if (current?.session !== session || current.user_id !== user_id) current = { session, user_id, store: createCardStore(session) };
  return current.store;
}

/** A call as it stands now for this reader; undefined until it has come. `known`: as it came with the text that shows it. */
export function useCallCard(id: string, known?: CallCard): CallCard | undefined {
  const session = useSessionApi();
  const store = storeOf(session, useSession().user?.id ?? '');
  useEffect(() => store.want(id, known), [store, id, known]);
  return useSyncExternalStore(store.subscribe, () => store.card(id)) ?? known;
}
