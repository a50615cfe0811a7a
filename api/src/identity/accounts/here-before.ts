import { sql } from 'kysely';
import type { Identity } from '../identity.ts';

/** The answer of `Identity.wasHereBefore`. A number counts where both accounts have proven it; browsers of ended sessions while those are kept. */
export const wasHereBefore: Identity['wasHereBefore'] = async (tx, user_id, by) => {
  const { rows } = await sql<{ before: boolean }>`
    select exists (
      select from users other join kyc_numbers pan on pan.user_id = other.id join kyc_numbers own on own.blind_index = pan.blind_index
      where own.user_id = users.id and other.id <> users.id and (other.created_at < users.created_at or other.id = ${by})
    ) or exists (
      select from users other
      where users.mobile_verified and other.mobile_verified and other.country_code = users.country_code and other.mobile = users.mobile
        and other.id <> users.id and (other.created_at < users.created_at or other.id = ${by})
    ) or exists (
      select from sessions own join sessions other on other.device_hash = own.device_hash where own.user_id = users.id and other.user_id = ${by}
    ) as before
    from users where id = ${user_id}`.execute(tx);
  return rows[0]?.before ?? false;
};
