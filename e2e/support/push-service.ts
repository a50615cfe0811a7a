import type { BrowserContext, Page } from '@playwright/test';
import { openService, subscriber } from '../../api/src/push/push.testing.ts';

export { openService, subscriber };

interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Chromium's own push service is far away: this browser subscribes at a local one, and its person says yes when asked. `asked` counts
 * how often the browser's question was put.
 */
export async function subscribesAt(page: Page, subscription: Subscription): Promise<{ asked: () => Promise<number> }> {
  await page.addInitScript((given) => {
    const KEY = 'story-push';
    const kept = () => ({ asked: 0, on: false, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') }) as { asked: number; on: boolean };
    const keep = (change: object) => sessionStorage.setItem(KEY, JSON.stringify({ ...kept(), ...change }));
    const own = { endpoint: given.endpoint, options: { applicationServerKey: null }, toJSON: () => given, unsubscribe: async () => keep({ on: false }) };
    Object.defineProperty(Notification, 'permission', { get: () => (kept().asked > 0 ? 'granted' : 'default') });
    Notification.requestPermission = async () => {
      keep({ asked: kept().asked + 1 });
      return 'granted';
    };
    PushManager.prototype.getSubscription = async () => (kept().on ? own : null) as never;
    PushManager.prototype.subscribe = async () => {
      keep({ on: true });
      return own as never;
    };
  }, subscription);
  return { asked: () => page.evaluate(() => (JSON.parse(sessionStorage.getItem('story-push') ?? '{}') as { asked?: number }).asked ?? 0) };
}

/** Hands data to the portal's own service worker, as a push service would; gives title, words and address of what it shows. */
export async function shownBy(context: BrowserContext, page: Page, data: string): Promise<unknown> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const origin = new URL(page.url()).origin;
  const worker = context.serviceWorkers().find((one) => one.url() === `${origin}/sw.js`)!;
  // A browser without a screen has nowhere to show it.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: { showNotification: unknown }; shown: Promise<unknown> };
    scope.shown = new Promise((show) => {
      scope.registration.showNotification = async (title: string, { body, data }: { body: string; data: { url: string } }) => show([title, body, data.url]);
    });
  });
  const cdp = await context.newCDPSession(page);
  const registrationId = await new Promise<string>((found) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (ours) found(ours.registrationId);
    });
    void cdp.send('ServiceWorker.enable');
  });
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await cdp.detach();
  return worker.evaluate(() => (globalThis as unknown as { shown: Promise<unknown> }).shown);
}
