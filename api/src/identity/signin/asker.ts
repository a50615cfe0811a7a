import { countedAs } from '../../platform/http/address.ts';
import type { Ctx } from '../../platform/platform.ts';
import type { IdentityDb, Mobile } from '../accounts/account.store.ts';
import { type Device, readDevice } from '../sessions/device-cookie.ts';

/** Who guesses a secret of somebody named, or asks for a code to be sent to them. */
export interface Asker {
  /** Whose count it has: `device …` where the account was signed in to, else the network it comes from. */
  counted_for: string;
  /** The wider network of a stranger, which one customer of a provider may have whole; null where there is none. */
  wide: string | null;
  /** Neither the device nor the network ever signed in to the account: strangers have a wider count together, too. */
  stranger: boolean;
  /** The device was signed in to the account. */
  known: boolean;
  /** The device cookie it came with. */
  device: Device | null;
}

const networkCounts = (ip: string): Pick<Asker, 'counted_for' | 'wide'> => {
  const { own, wide } = countedAs(ip);
  return { counted_for: `network ${own}`, wide: wide && `network ${wide}` };
};

/** Whom it is about: how the account is found on one site; `user_id` is '' for a broker's customer who never came. */
export type Named = { partner_key: string } & ({ email: string } | { user_id: string } | Mobile);

/** More places than that nobody signs in from within the month that sessions are kept. */
const PLACES = 200;

/**
 * Tells the owner of an account from a stranger by where the account was signed in to. A name nobody has makes everybody a
 * stranger to it, so strangers can't tell whether it exists.
 */
export async function askerOf(db: IdentityDb, named: Named, { ip, cookies }: Pick<Ctx, 'ip' | 'cookies'>, production: boolean): Promise<Asker> {
  const device = readDevice(cookies, production);
  const network = countedAs(ip).own;
  const places = await signedInFrom(db, named);
  if (device && places.some(({ device_hash }) => device_hash === device.hash))
    return { counted_for: `device ${device.hash}`, wide: null, stranger: false, known: true, device };
  return { ...networkCounts(ip), stranger: !places.some((place) => countedAs(place.ip).own === network), known: false, device };
}

function signedInFrom(db: IdentityDb, named: Named): Promise<{ device_hash: string; ip: string }[]> {
  const places = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.device_hash', 'sessions.ip'])
    .where('users.partner_key', '=', named.partner_key)
    .groupBy(['sessions.device_hash', 'sessions.ip'])
    .orderBy((eb) => eb.fn.max('sessions.created_at'), 'desc')
    .limit(PLACES);
  if ('user_id' in named) return places.where('users.id', '=', named.user_id).execute();
  return 'email' in named
    ? places.where('users.email', '=', named.email).execute()
    : places.where('users.country_code', '=', named.country_code).where('users.mobile', '=', named.mobile).execute();
}
