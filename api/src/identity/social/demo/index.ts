import type { FastifyInstance } from 'fastify';
import { addDemoProvider, PROVIDER_PATH } from './demo-provider.page.ts';
import { createDemoProvider, DEMO_CLIENT } from './demo-provider.ts';

interface Parts {
  app: FastifyInstance;
  mainHost: string;
  client_secret: string;
  /** Registered addresses; the provider sends nobody anywhere else. */
  mayReturn(address: string): boolean;
}

/** An identity provider of the demo's own, below the main host: whom to ask, and as whom. */
export async function openDemoProvider({ app, mainHost, client_secret, mayReturn }: Parts): Promise<{ issuer: string; client_id: string }> {
  const issuer = mainHost + PROVIDER_PATH;
  addDemoProvider({ app, issuer, provider: await createDemoProvider(issuer, client_secret), mayReturn });
  return { issuer, client_id: DEMO_CLIENT };
}
