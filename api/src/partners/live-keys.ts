import { randomBytes } from 'node:crypto';
import { WIDGETS } from '@vimarsh/shared/contract/embed/types.ts';
import type { Kysely, Selectable } from 'kysely';
import { audit } from '../platform/access/audit.ts';
import type { PartnersDb, PartnersTables } from './partner.store.ts';

const KEY_BYTES = 10;
/** More than a partner's sites; a list nobody can read through protects nobody. */
const MOST_ORIGINS = 20;
const LONGEST_NAME = 80;
const HOUR_MS = 3_600_000;
/** Two weeks: longer than a partner needs to change its pages. */
const MOST_OVERLAP_HOURS = 336;
/** `https://broker.example`, `http://localhost:3000`. */
const ORIGIN = /^https:\/\/[^/]+$|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** Why a key was not made or changed: a sentence for whoever entered the command. */
export class KeyRefusal extends Error {}

export interface NewKey {
  readonly partner_key: string;
  readonly name: string;
  readonly origins: readonly string[];
  /** None: all there are. */
  readonly widgets: readonly string[];
  /** The person who enters it. */
  readonly by: string;
}

export type AccessKeyRow = Selectable<PartnersTables['access_keys']>;

/** Makes a key for pages of a partner. It opens nothing before its row is stored, and running servers take it up by themselves. */
export async function makeLiveKey(db: PartnersDb, given: NewKey, now: Date): Promise<AccessKeyRow> {
  const { partner_key, by } = given;
  const name = given.name.trim();
  if (name === '' || name.length > LONGEST_NAME) throw new KeyRefusal(`Give the key a name of at most ${LONGEST_NAME} letters, such as "Neem web site".`);
  const origins = [...new Set(given.origins)];
  if (origins.length === 0 || origins.length > MOST_ORIGINS) throw new KeyRefusal(`Name one to ${MOST_ORIGINS} origins with --origin.`);
  const wrong = origins.find((origin) => !isExactOrigin(origin));
  if (wrong !== undefined)
    throw new KeyRefusal(`“${wrong}” is no exact origin: write scheme and host as browsers do, such as https://www.broker.example, without path or *.`);
  const unknown = given.widgets.find((widget) => !(WIDGETS as readonly string[]).includes(widget));
  if (unknown !== undefined) throw new KeyRefusal(`There is no widget “${unknown}”: name ${WIDGETS.join(', ')}.`);
  const widgets = given.widgets.length > 0 ? [...new Set(given.widgets)] : [...WIDGETS];
  return db.transaction().execute(async (tx) => {
    const partner = await tx.selectFrom('partners').select('status').where('key', '=', partner_key).executeTakeFirst();
    if (partner?.status !== 'active') throw new KeyRefusal(`There is no partner “${partner_key}” with a site.`);
    return insertKey(tx, { partner_key, name, origins, widgets, replaces: null }, by, now);
  });
}

/** Makes a key with the same rights as another, which goes on for the overlap and then ends. */
export async function rotateLiveKey(
  db: PartnersDb,
  { key, overlapHours, by }: { readonly key: string; readonly overlapHours: number; readonly by: string },
  now: Date,
): Promise<{ readonly made: AccessKeyRow; readonly ends: Date }> {
  if (!(overlapHours >= 0 && overlapHours <= MOST_OVERLAP_HOURS)) throw new KeyRefusal(`--overlap is a number of hours from 0 to ${MOST_OVERLAP_HOURS}.`);
  return db.transaction().execute(async (tx) => {
    const old = await lockedKey(tx, key);
    if (old.proof_keys !== null) throw new KeyRefusal('The key of an app is rotated by its proof keys: POST /base/v1/access-keys/proof-keys.');
    if (old.status === 'revoked' || (old.expires_at !== null && old.expires_at <= now)) throw new KeyRefusal('This key has ended. Make a new one.');
    const last = new Date(now.getTime() + overlapHours * HOUR_MS);
    const ends = old.expires_at !== null && old.expires_at < last ? old.expires_at : last;
    const { partner_key, name, origins, widgets } = old;
    const made = await insertKey(tx, { partner_key, name, origins, widgets, replaces: key }, by, now);
    await tx.updateTable('access_keys').set({ expires_at: ends }).where('key', '=', key).execute();
    await audit.write(tx, {
      actor: by,
      action: 'access-key.rotate',
      object: key,
      result: 'done',
      partner_key,
      before: old,
      after: { ...old, expires_at: ends },
    });
    return { made, ends };
  });
}

/** Ends a key for good. Repeating it changes nothing. */
export async function revokeLiveKey(db: PartnersDb, { key, by }: { readonly key: string; readonly by: string }, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const old = await lockedKey(tx, key);
    if (old.status === 'revoked') return;
    await tx.updateTable('access_keys').set({ status: 'revoked', revoked_at: now }).where('key', '=', key).execute();
    await audit.write(tx, { actor: by, action: 'access-key.revoke', object: key, result: 'done', partner_key: old.partner_key });
  });
}

/** Keys of one partner, or of all, oldest first. */
export const listLiveKeys = (db: PartnersDb, partner_key: string): Promise<AccessKeyRow[]> =>
  db
    .selectFrom('access_keys')
    .selectAll()
    .$if(partner_key !== '', (query) => query.where('partner_key', '=', partner_key))
    .orderBy('created_at')
    .orderBy('key')
    .execute();

function isExactOrigin(origin: string): boolean {
  return ORIGIN.test(origin) && !origin.includes('*') && URL.canParse(origin) && new URL(origin).origin === origin;
}

async function lockedKey(tx: Kysely<PartnersTables>, key: string): Promise<AccessKeyRow> {
  const row = await tx.selectFrom('access_keys').selectAll().where('key', '=', key).forUpdate().executeTakeFirst();
  if (!row) throw new KeyRefusal('There is no such key.');
  return row;
}

async function insertKey(
  tx: Kysely<PartnersTables>,
  { origins, widgets, ...rest }: Pick<AccessKeyRow, 'partner_key' | 'name' | 'origins' | 'widgets' | 'replaces'>,
  by: string,
  now: Date,
): Promise<AccessKeyRow> {
  const key = `pk_live_${rest.partner_key}_${randomBytes(KEY_BYTES).toString('hex')}`;
  const row = await tx
    .insertInto('access_keys')
    .values({ ...rest, key, origins: JSON.stringify(origins), widgets: JSON.stringify(widgets), entered_by: by, expires_at: null, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit.write(tx, { actor: by, action: 'access-key.make', object: key, result: 'done', partner_key: rest.partner_key, after: row });
  return row;
}
