import type { Logger } from 'pino';
import { createCalls } from './calls/index.ts';
import type { Config } from './config.ts';
import { createDemo } from './demo/index.ts';
import { createIdentity } from './identity/index.ts';
import { createInsights } from './insights/index.ts';
import { createMarket, drawPrices } from './market/index.ts';
import { createPartners } from './partners/index.ts';
import { type CreateOptions, createPlatform, type PlatformProcess } from './platform/platform.create.ts';
import { createPortal } from './portal/index.ts';

/**
 * The whole server, composed in the way the data flows: who a host belongs to, who calls, what prices do, which calls
 * they close, what is read from that, the page. Not listening yet: `start`, then `listen`.
 */
export async function createServer(config: Config, log: Logger, options?: CreateOptions): Promise<PlatformProcess> {
  const prices = drawPrices(config);
  const platform = await createPlatform(config, log, options);
  try {
    const partners = await createPartners(platform);
    const identity = await createIdentity(platform, { partners });
    const market = await createMarket(platform, prices);
    const calls = await createCalls(platform, { market, identity });
    await createInsights(platform, { market, calls, partners });
    await createPortal(platform, { partners, calls, market });
    createDemo(platform, { partners });
    return platform;
  } catch (error) {
    await platform.close();
    throw error;
  }
}
