import { readPush, registerPush, requestToken } from '../contract/push/routes.ts';
import { type Subscription, subscription } from '../contract/push/types.ts';
import type { Session } from '../session/session.types.ts';

/** What this browser says about messages; `unsupported`: it can’t show any. */
export type Permission = NotificationPermission | 'unsupported';

/** The browser's side of push messages. Tests give another one. */
export interface Messaging {
  permission(): Permission;
  /** Asks the person. Only ever after a press. */
  ask(): Promise<Permission>;
  /** Begins with the service's key; throws where that can't be done. */
  init(service: { readonly key: string }): Promise<void>;
  subscribe(): Promise<Subscription>;
  /** The address messages come to now; null without one. */
  address(): Promise<string | null>;
  unsubscribe(): Promise<void>;
}

/** What was sent last, until sign-out (S4-MISC-O02). */
const SENT = 'vimarsh.push';
/** Who switched it off here: a new sign-in must not switch it on again, so it is no part of what signing out empties. */
const OFF = 'push-off';

interface Sent {
  readonly token: string;
  readonly address: string | null;
}

/** After a press: asks the browser, then has messages sent to it. What the server refuses is toasted. */
export async function tellThisDevice(session: Session, messaging: Messaging = browserMessaging()): Promise<Permission | 'failed'> {
  const permission = await messaging.ask();
  if (permission !== 'granted') return permission;
  keepOff(false);
  return (await sendToken(session, messaging, false)) ? 'granted' : 'failed';
}

/** At the start of a signed-in page: what was granted before is made good. Nobody is asked (S4-MISC-18, S4-MISC-20). */
export async function keepTelling(session: Session, messaging: Messaging = browserMessaging()): Promise<void> {
  const permission = messaging.permission();
  if (permission === 'denied') console.info('Push permission denied');
  if (permission !== 'granted' || isOff() || (await isSent(messaging))) return;
  await sendToken(session, messaging, true);
}

/** No messages to this browser any more, also after the next sign-in. */
export async function stopTelling(messaging: Messaging = browserMessaging()): Promise<void> {
  keepOff(true);
  write(null);
  // The server sends nothing here any more, whether or not the browser gives its address back.
  await messaging.unsubscribe().catch(() => undefined);
}

/** Whether this browser was told to show messages. */
export const isTelling = async (messaging: Messaging = browserMessaging()): Promise<boolean> => messaging.permission() === 'granted' && isSent(messaging);

async function isSent(messaging: Messaging): Promise<boolean> {
  const sent = read();
  return sent !== null && sent.address === (await messaging.address().catch(() => null));
}

async function sendToken(session: Session, messaging: Messaging, quiet: boolean): Promise<boolean> {
  const user = session.snapshot().user?.id;
  if (!user) return false;
  const settings = (await session.request(readPush, {}, { quiet })).data;
  if (!settings?.service) return false;
  let given: Subscription;
  try {
    await messaging.init(settings.service);
    given = await messaging.subscribe();
  } catch (error) {
    console.info('Messaging init failed');
    console.info(error);
    return false;
  }
  const registration_id = (await session.request(requestToken, { body: given }, { quiet })).data?.registration_id;
  if (!registration_id) return false;
  const { status } = await session.request(registerPush, { body: { user, type: 'web', registration_id } }, { quiet });
  if (status) write({ token: registration_id, address: given.endpoint });
  return status;
}

/** A worker or a push service that never answers must not keep a button waiting, ms. */
const ANSWER_MS = 10_000;
/** Nor must a question of the browser that nobody answers, ms. */
const ASKED_MS = 30_000;

/** Rejects with `why` when the work takes longer. What it brings later is nobody's. */
const within = <T>(ms: number, work: Promise<T>, why: string): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, ms, new Error(why)))]);

export function browserMessaging(): Messaging {
  let key = '';
  const manager = async (): Promise<PushManager> => (await within(ANSWER_MS, navigator.serviceWorker.ready, 'The service worker is not ready')).pushManager;
  const answered = <T>(work: Promise<T>): Promise<T> => within(ANSWER_MS, work, 'The push service does not answer');
  const find = async () => (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;
  const present = () => answered(find());
  return {
    permission: () => (isSupported() ? Notification.permission : 'unsupported'),
    ask: async () =>
      isSupported()
        ? within(ASKED_MS, Notification.requestPermission(), 'The browser’s question is not answered').catch(() => Notification.permission)
        : 'unsupported',
    async init(service) {
      key = service.key;
      const before = await answered((await manager()).getSubscription());
      // A browser keeps to the key it began with.
      if (before && base64url(before.options.applicationServerKey) !== key) await answered(before.unsubscribe());
    },
    async subscribe() {
      const given = (await manager()).subscribe({ userVisibleOnly: true, applicationServerKey: key });
      return subscription.parse((await answered(given)).toJSON());
    },
    address: async () => (await present())?.endpoint ?? null,
    async unsubscribe() {
      const before = await present();
      if (before) await answered(before.unsubscribe());
    },
  };
}

/** Some browsers throw as soon as a frame looks. */
function isSupported(): boolean {
  try {
    return 'serviceWorker' in navigator && navigator.serviceWorker !== undefined && 'PushManager' in globalThis && 'Notification' in globalThis;
  } catch {
    return false;
  }
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function read(): Sent | null {
  try {
    return JSON.parse(localStorage.getItem(SENT) ?? 'null');
  } catch {
    return null;
  }
}

function write(sent: Sent | null): void {
  try {
    if (sent) localStorage.setItem(SENT, JSON.stringify(sent));
    else localStorage.removeItem(SENT);
  } catch {
    // A browser that keeps nothing sends it again at the next start; the server keeps it once.
  }
}

const isOff = (): boolean => document.cookie.split('; ').includes(`${OFF}=1`);
const keepOff = (off: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: read in the same breath, and by no script of anybody else.
  document.cookie = `${OFF}=1; path=/; max-age=${off ? 31_536_000 : 0}; samesite=lax`;
};
