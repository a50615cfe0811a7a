import { type Bytes, tilePath } from '@vimarsh/shared/domain/log/tree.ts';
import type { LogEvidence } from './check-log.ts';

const LOG = '/.well-known/vimarsh-log';

/**
 * The log of this site: its head, which covers at least `needed` entries (no cache has an older one under that address), and its tiles, each
 * asked for once. Fails where it can't be had; a site without a head has null.
 */
export async function readSiteLog(needed: number): Promise<Pick<LogEvidence, 'note' | 'tile'>> {
  const answer = await fetch(`${LOG}/checkpoint?after=${needed}`, { cache: 'no-cache' });
  if (!answer.ok && answer.status !== 404) throw new Error(`${answer.status}`);
  const tiles = new Map<string, Promise<Bytes>>();
  const read = async (path: string): Promise<Bytes> => {
    const tile = await fetch(`${LOG}/${path}`);
    if (!tile.ok) throw new Error(`${tile.status}`);
    return new Uint8Array(await tile.arrayBuffer());
  };
  return {
    note: answer.ok ? await answer.text() : null,
    tile: (level, n, width) => {
      const path = tilePath(level, n, width);
      const asked = tiles.get(path) ?? read(path);
      tiles.set(path, asked);
      return asked;
    },
  };
}
