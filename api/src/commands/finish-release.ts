import { writeFileSync } from 'node:fs';
import { readMigrations } from '../platform/schema/migrate.ts';
import { currentRelease, RELEASES_FILE, readSchemaReleases, releaseOf } from '../platform/schema/releases.ts';
import { complain, say } from './print.ts';

/*
 * npm run finish-release: the migrations that came since the last finished release become a release of the tables, and the next migration belongs
 * to the one after it. Run it when a version goes to those who run servers.
 */

const finished = readSchemaReleases();
const number = currentRelease(finished);
const fresh = [...(await readMigrations()).values()].filter(({ name }) => releaseOf(name, finished) === number);
if (fresh.length === 0) {
  complain(`Release ${number} of the tables has no migration yet, so there is nothing to finish.`);
  process.exit(1);
}
const migrations = Object.fromEntries(fresh.map(({ name, sha256 }) => [name, sha256]));
writeFileSync(RELEASES_FILE, `${JSON.stringify([...finished, { number, migrations }], null, 2)}\n`);
say(`Release ${number} of the tables is finished with ${fresh.length} migrations. Commit ${RELEASES_FILE.pathname.split('/').at(-1)}.`);
