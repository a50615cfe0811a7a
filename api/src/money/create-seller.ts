import type { Partners } from '../partners/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Supplier } from './billing/parties.types.ts';
import type { PaymentProvider } from './provider.ts';
import { hasDemoBank } from './shop.ts';

/** What only tests change: where Razorpay is, and how long it is waited for. */
export interface Testing {
  readonly url: string;
  readonly timeoutMs: number;
}

interface Needs {
  readonly partners: Pick<Partners, 'byKey'>;
  readonly clock: () => Date;
  readonly testing: Testing | undefined;
  tell(event: string, signature: string, delivery?: string): Promise<string>;
}

/**
 * Who takes the money, and who bills: nobody is asked to pay for what no invoice could be written for. Razorpay where its keys are set,
 * the demo's bank in the demo, else nobody.
 */
export async function createSeller(platform: Platform, needs: Needs): Promise<{ provider: PaymentProvider; supplier: Supplier } | null> {
  const { config } = platform;
  if (config.RAZORPAY_KEY_ID) return openRazorpay(platform, needs);
  if (!hasDemoBank(config)) return null;
  const demo = await import('./demo/index.ts');
  return { provider: await demo.createDemoBank(platform, (...told) => needs.tell(...told)), supplier: demo.DEMO_SUPPLIER };
}

async function openRazorpay(platform: Platform, { partners, clock, testing, tell }: Needs) {
  const { log, config } = platform;
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, SUPPLIER, PUBLIC_HOST, PORT, production, demo } = config;
  const { createRazorpay, hearRazorpay } = await import('./razorpay/index.ts');
  const mainHost = production ? `https://${PUBLIC_HOST}` : `http://${PUBLIC_HOST}:${PORT}`;
  const provider = createRazorpay({
    ...{ key_id: RAZORPAY_KEY_ID!, key_secret: RAZORPAY_KEY_SECRET!, webhook_secret: RAZORPAY_WEBHOOK_SECRET!, log, clock, ...testing },
    originOf: (site) => partners.byKey(site)?.hostUrl ?? mainHost,
  });
  hearRazorpay(platform, tell);
  if (!demo && RAZORPAY_KEY_ID!.startsWith('rzp_test_')) platform.remark(() => ['plans are sold for test money: RAZORPAY_KEY_ID is a test key']);
  // The start is refused without SUPPLIER outside the demo.
  return { provider, supplier: SUPPLIER ?? (await import('./demo/index.ts')).DEMO_SUPPLIER };
}
