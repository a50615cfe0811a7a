import { join } from 'node:path';
import type { DatabasePlace } from './database.types.ts';

/** Where a database is, for a sentence: `db.example:5432/vimarsh`, or its folder; never a user or a password. */
export function placeWords(place: DatabasePlace): string {
  if (place.kind === 'embedded') return join(place.directory, 'postgres');
  if (place.kind === 'memory') return 'memory';
  const { hostname, port, pathname, searchParams, username } = new URL(place.url);
  const host = decodeURIComponent(hostname) || searchParams.get('host') || 'localhost';
  const name = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  return `${host.startsWith('/') ? host : `${host}:${port || 5432}`}/${name}`;
}
