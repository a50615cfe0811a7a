import { createHash } from 'node:crypto';
import type { KycStatus } from '@vimarsh/shared/contract/profile/types.ts';
import { KYC_TYPES, type KycDocument, type KycType } from '@vimarsh/shared/contract/profile/types.ts';
import type { Sealing } from '../../platform/access/sealing.ts';
import { ulid } from '../../platform/text/id.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { dropAccepted } from '../experts/accepted-papers.store.ts';

/** The profile's column that shows a document's state. */
export const STATUS_COLUMN = {
  pan_card: 'pan_card_status',
  aadhar_card: 'aadhar_card_status',
  sebi_certificate: 'sebi_certificate_status',
  nism_certificate: 'nism_certificate_status',
} as const satisfies Record<KycType, string>;

/** `ABCxxxx34F`. */
export const maskedPan = (pan: string): string => `${pan.slice(0, 3)}xxxx${pan.slice(7)}`;
/** `xxxx xxxx 1234`. */
export const maskedAadhaar = (last4: string): string => `xxxx xxxx ${last4}`;

/** Stores a document to be looked at; the one before it stays as a record. */
export async function submitDocument(
  tx: IdentityDb,
  {
    user_id,
    type,
    media_type,
    bytes,
    sealing,
    now,
  }: { user_id: string; type: KycType; media_type: 'image/jpeg' | 'application/pdf'; bytes: Buffer; sealing: Sealing; now: Date },
): Promise<string> {
  const id = ulid();
  await tx
    .updateTable('kyc_documents')
    .set({ replaced_at: now })
    .where('user_id', '=', user_id)
    .where('type', '=', type)
    .where('replaced_at', 'is', null)
    .execute();
  await tx
    .insertInto('kyc_documents')
    .values({
      id,
      user_id,
      type,
      status: 'Pending',
      media_type,
      sealed: sealing.seal(bytes, id),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      submitted_at: now,
    })
    .execute();
  await showStatus(tx, user_id, type, 'Pending');
  return id;
}

export async function showStatus(tx: IdentityDb, user_id: string, type: KycType, status: KycStatus): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ [STATUS_COLUMN[type]]: status })
    .where('user_id', '=', user_id)
    .execute();
}

/** The present document of each type, in the order of KYC_TYPES. */
export async function documentsOf(db: IdentityDb, user_id: string): Promise<KycDocument[]> {
  const rows = await db
    .selectFrom('kyc_documents')
    .innerJoin('profiles', 'profiles.user_id', 'kyc_documents.user_id')
    .select(['id', 'type', 'status', 'reason', 'submitted_at', 'pan_card_number', 'aadhar_card_number'])
    .where('kyc_documents.user_id', '=', user_id)
    .where('replaced_at', 'is', null)
    .execute();
  return rows
    .map(({ pan_card_number, aadhar_card_number, submitted_at, ...row }) => ({
      ...row,
      number_masked: numberOf(row.type, { pan_card_number, aadhar_card_number }),
      submitted_at: submitted_at.toISOString(),
    }))
    .toSorted((a, b) => KYC_TYPES.indexOf(a.type) - KYC_TYPES.indexOf(b.type));
}

export const numberOf = (type: KycType, profile: { pan_card_number: string; aadhar_card_number: string }): string =>
  type === 'pan_card' ? profile.pan_card_number : type === 'aadhar_card' ? profile.aadhar_card_number : '';

export const validToOf = (type: KycType, registration: { valid_to: string | null; nism_expiry: string | null }): string =>
  (type === 'sebi_certificate' ? registration.valid_to : type === 'nism_certificate' ? registration.nism_expiry : null) ?? '';

/**
 * What a reviewer compares a document with. It changes with the document and with each of these, also where the reviewer sees
 * only a part of a number.
 */
export async function versionsOf(db: IdentityDb, ids: readonly string[]): Promise<Map<string, readonly string[]>> {
  const rows = await db
    .selectFrom('kyc_documents as document')
    .innerJoin('users', 'users.id', 'document.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'document.user_id')
    .leftJoin('kyc_numbers as numbers', 'numbers.user_id', 'document.user_id')
    .leftJoin('expert_registrations as registration', 'registration.user_id', 'document.user_id')
    .select(['document.id', 'type', 'full_name', 'profession', 'pan_card_number', 'aadhar_card_number', 'blind_index'])
    .select(['reg_no', 'valid_to', 'nism_no', 'nism_expiry'])
    .where('document.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, type, full_name, profession, pan_card_number, aadhar_card_number, blind_index, reg_no, valid_to, nism_no, nism_expiry }) => {
      const proves: Record<KycType, readonly (string | null)[]> = {
        pan_card: [pan_card_number, blind_index],
        aadhar_card: [aadhar_card_number],
        sebi_certificate: [profession, reg_no, valid_to],
        nism_certificate: [nism_no, nism_expiry],
      };
      return [id, [id, full_name, ...proves[type].map((value) => value ?? '')]];
    }),
  );
}

/** An expert whose three documents are verified is; one of whom a document waits, is missing or was rejected is not. People who were suspended stay so. */
export async function settleRegistration(tx: IdentityDb, user_id: string): Promise<void> {
  const { pan_card_status, aadhar_card_status, sebi_certificate_status, nism_certificate_status } = await tx
    .selectFrom('profiles')
    .select(['pan_card_status', 'aadhar_card_status', 'sebi_certificate_status', 'nism_certificate_status'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  // The NISM certificate may come later; once it is there, it counts.
  const states = [pan_card_status, aadhar_card_status, sebi_certificate_status, nism_certificate_status || 'Verified'];
  const status = states.every((state) => state === 'Verified')
    ? 'verified'
    : states.includes('Rejected')
      ? 'rejected'
      : states.includes('Pending')
        ? 'pending'
        : 'unverified';
  if (status === 'verified') await dropAccepted(tx, user_id);
  await tx.updateTable('expert_registrations').set({ status }).where('user_id', '=', user_id).where('status', '<>', 'suspended').execute();
}
