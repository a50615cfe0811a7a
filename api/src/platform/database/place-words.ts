import { join } from 'node:path';
import type { DatabasePlace } from './database.types.ts';

/** Names a database in a sentence: host, port and name, or the folder; never a user or a password. */
export function placeWords(place: DatabasePlace): string {
  if (place.kind === 'embedded') return `The database in ${join(place.directory, 'postgres')}`;
  if (place.kind === 'memory') return 'The database in memory';
  const { hostname, port, pathname, searchParams, username } = new URL(place.url);
  const host = decodeURIComponent(hostname) || searchParams.get('host') || 'localhost';
  const name = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  return `The database ${host.startsWith('/') ? host : `${host}:${port || 5432}`}/${name}`;
}
