import type { KycType, ReviewedDocument } from '@vimarsh/shared/contract/profile/types.ts';
import { Fail } from '../../platform/platform.ts';
import type { IdentityDb } from '../accounts/account.store.ts';

/** Another account that gives the number which a document is to prove. */
export type OtherClaim = ReviewedDocument['same_number'][number];
type Found = OtherClaim & { owner: string };

/** Who else gives the PAN of these people. PANs are compared within one partner, as accounts are. */
async function samePan(db: IdentityDb, owners: readonly string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('kyc_numbers as own')
    .innerJoin('kyc_numbers as other', (join) =>
      join.onRef('other.partner_key', '=', 'own.partner_key').onRef('other.blind_index', '=', 'own.blind_index').onRef('other.user_id', '<>', 'own.user_id'),
    )
    .innerJoin('profiles', 'profiles.user_id', 'other.user_id')
    .select(['own.user_id as owner', 'other.user_id', 'full_name', 'pan_card_status as status'])
    .where('own.user_id', 'in', owners)
    .orderBy('other.user_id')
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, proven: status === 'Verified' }));
}

/** Who else gives their registration number. SEBI gives each to one person, whatever site they are on. */
async function sameRegistration(db: IdentityDb, owners: readonly string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('expert_registrations as own')
    .innerJoin('expert_registrations as other', (join) => join.onRef('other.reg_no', '=', 'own.reg_no').onRef('other.user_id', '<>', 'own.user_id'))
    .innerJoin('profiles', 'profiles.user_id', 'other.user_id')
    .select(['own.user_id as owner', 'other.user_id', 'full_name', 'sebi_certificate_status as status'])
    .where('own.user_id', 'in', owners)
    .orderBy('other.user_id')
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, proven: status === 'Verified' }));
}

const SAME: Partial<Record<KycType, typeof samePan>> = { pan_card: samePan, sebi_certificate: sameRegistration };

/** The other claims to the number that each document shows, in the order of the documents. */
export async function otherClaims(db: IdentityDb, documents: readonly { user_id: string; type: KycType }[]): Promise<OtherClaim[][]> {
  const found = new Map<KycType, Found[]>();
  for (const type of new Set(documents.map((document) => document.type))) {
    const owners = documents.filter((document) => document.type === type).map(({ user_id }) => user_id);
    found.set(type, (await SAME[type]?.(db, owners)) ?? []);
  }
  return documents.map(({ user_id, type }) => found.get(type)!.flatMap(({ owner, ...claim }) => (owner === user_id ? [claim] : [])));
}

/** Only one claim to a number is ever proven. Decisions on the same number wait for each other here. */
export async function refuseIfProven(tx: IdentityDb, { user_id, type }: { user_id: string; type: KycType }): Promise<void> {
  await lockClaims(tx, type, user_id);
  const [others] = await otherClaims(tx, [{ user_id, type }]);
  if (others!.some(({ proven }) => proven)) throw new Fail('NUMBER_PROVEN');
}

async function lockClaims(tx: IdentityDb, type: KycType, user_id: string): Promise<void> {
  if (type === 'pan_card') {
    const own = await tx.selectFrom('kyc_numbers').select(['partner_key', 'blind_index']).where('user_id', '=', user_id).executeTakeFirst();
    if (!own) return;
    const { partner_key, blind_index } = own;
    await tx
      .selectFrom('kyc_numbers')
      .select('user_id')
      .where('partner_key', '=', partner_key)
      .where('blind_index', '=', blind_index)
      .orderBy('user_id')
      .forUpdate()
      .execute();
  }
  if (type === 'sebi_certificate') {
    const own = await tx.selectFrom('expert_registrations').select('reg_no').where('user_id', '=', user_id).executeTakeFirst();
    if (own) await tx.selectFrom('expert_registrations').select('user_id').where('reg_no', '=', own.reg_no).orderBy('user_id').forUpdate().execute();
  }
}

/** A name, number or date that changes under review makes the first decision one about something else. */
export async function reviewAnew(tx: IdentityDb, user_id: string, types: readonly KycType[]): Promise<void> {
  await tx
    .updateTable('kyc_documents')
    .set({ first_reviewer: null, first_decision: null, first_reason: '', first_at: null })
    .where('user_id', '=', user_id)
    .where('type', 'in', types)
    .where('status', '=', 'Pending')
    .where('replaced_at', 'is', null)
    .execute();
}
