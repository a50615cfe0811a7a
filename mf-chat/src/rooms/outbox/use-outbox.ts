import { sendFile, sendMessage } from '@vimarsh/shared/contract/chat/routes.ts';
import { whenBack } from '@vimarsh/shared/kit/connection.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { Session } from '@vimarsh/shared/session';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OutboxItem } from './item.ts';
import { type OutboxStore, openOutboxStore } from './outbox.store.ts';
import { createOutbox, type Outbox } from './outbox.ts';

export interface PersonOutbox {
  readonly outbox: Outbox;
  readonly store: OutboxStore;
}

/** Tabs of one browser send in turn where it has Web Locks. Without them both may try, which the message's number makes harmless. */
const lock = async (name: string, work: () => Promise<void>): Promise<void> => {
  if (navigator.locks) await navigator.locks.request(name, work);
  else await work();
};

function openOutbox(session: Session, user_id: string): PersonOutbox & { stop: () => void } {
  const store = openOutboxStore(user_id);
  let channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`vimarsh-chat.${user_id}`);
  const outbox = createOutbox(user_id, {
    store,
    lock,
    tell: () => channel?.postMessage(''),
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    send: ({ room, client_msg_id, body, reply_to, file, call_id }, bytes) =>
      file && bytes
        ? session.request(
            sendFile,
            { body: formOf({ room, client_msg_id, body, name: file.name, ...(reply_to && { reply_to: String(reply_to) }) }, bytes) as never },
            { quiet: true },
          )
        : session.request(sendMessage, { body: { room, client_msg_id, body, reply_to, ...(call_id && { call_id }) } }, { quiet: true }),
  });
  const wake = () => outbox.wake();
  const unhear = whenBack(wake);
  channel?.addEventListener('message', wake);
  document.addEventListener('visibilitychange', wake);
  wake();
  return {
    outbox,
    store,
    stop() {
      outbox.stop();
      unhear();
      channel?.close();
      channel = null;
      document.removeEventListener('visibilitychange', wake);
    },
  };
}

function formOf(fields: Readonly<Record<string, string>>, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([bytes]), 'file');
  return form;
}

/** Goes on sending while the person is on other screens of this page. */
let current: { readonly session: Session; readonly user_id: string; readonly opened: ReturnType<typeof openOutbox> } | null = null;

function outboxOf(session: Session, user_id: string): PersonOutbox {
  if (current?.session !== session || current.user_id !== user_id) {
    current?.opened.stop();
    current = { session, user_id, opened: openOutbox(session, user_id) };
  }
  return current.opened;
}

/** The outbox of whoever is signed in. */
export function useOutbox(user_id: string): PersonOutbox & { readonly items: readonly OutboxItem[] } {
  const session = useSessionApi();
  const { outbox, store } = outboxOf(session, user_id);
  const items = useSyncExternalStore(outbox.subscribe, outbox.items);
  return { outbox, store, items };
}

/** The person's choice to keep unsent messages when they sign out; null until it is known. */
export function useKeepsAtSignOut(store: OutboxStore): [boolean | null, (keeps: boolean) => void] {
  const [keeps, setKeeps] = useState<boolean | null>(null);
  useEffect(() => {
    let current = true;
    void store.keepsAtSignOut().then((stored) => current && setKeeps(stored));
    return () => {
      current = false;
    };
  }, [store]);
  const choose = (wanted: boolean) => {
    setKeeps(wanted);
    void store.setKeepsAtSignOut(wanted).then((done) => !done && setKeeps(!wanted));
  };
  return [keeps, choose];
}
