import { openSite } from '../identity/site.testing.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createChat } from './create-chat.ts';

/* Child of the kill test: a server with chats on a port, until it is killed. Nobody is too fast for it. */

const { place, directory, port } = JSON.parse(process.argv[2]!) as { place: DatabasePlace; directory: string; port: number };
try {
  const site = await openSite('pglite', () => {}, { place, settings: { DATA_DIR: directory } });
  const unlimited = { take: async () => undefined, takeFrom: async () => undefined };
  const calls = { publishedBy: async () => ({ reco_count: 0, last_published_at: null }) };
  createChat({ ...site.platform, limits: unlimited }, { identity: site.identity, calls, market: { instruments: () => [] } });
  await site.platform.start();
  await site.platform.listen(port);
  process.send?.('serving');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
