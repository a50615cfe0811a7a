import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Logger } from 'pino';
import { createClient } from 'redis';
import type { RealtimeServer } from './realtime.ts';

/**
 * Redis carries sockets' messages between nodes. Losing it costs latency, never the process. Returns the way to disconnect.
 * Loaded only where it is set: the client alone costs a fifth of a second at start.
 */
export function spreadOverNodes(url: string, realtime: Pick<RealtimeServer, 'spreadBy'>, log: Logger): () => void {
  const client = createClient({ url, socket: { reconnectStrategy: (tries) => Math.min(tries * 200, 5000) }, disableOfflineQueue: true });
  client.on('error', (error) => log.warn({ err: error }, 'redis is away'));
  void client.connect().catch((error: unknown) => log.warn({ err: error }, 'redis is away'));
  realtime.spreadBy(createAdapter(client));
  return () => client.destroy();
}
