import type { Profession } from '@vimarsh/shared/contract/identity.contract.ts';
import { KYC_TYPES, readKyc, updateProfile } from '@vimarsh/shared/contract/profile.contract.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { holdsAadhaar } from '@vimarsh/shared/domain/aadhaar.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { istDay } from '@vimarsh/shared/domain/calendar.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/consents.ts';
import { ulid } from '../platform/id.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { type Account, type Db, readAccount } from './account.store.ts';
import type { Callers } from './callers.ts';
import type { Clock } from './clock.ts';
import { keepConsentOnce } from './consents/consent.store.ts';
import type { ExpertActivity } from './identity.ts';
import { documentsOf, maskedAadhaar, maskedPan, settleRegistration, submitDocument } from './kyc.store.ts';
import { categoryOf, mayBecome } from './profession-change.ts';
import { profileOf } from './profile.ts';
import type { Sealing } from './sealing.ts';
import { mac } from './secrets.ts';
import { takeDocument, takePicture } from './uploads.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  callers: Callers;
  activityOf: (user_id: string) => Promise<ExpertActivity>;
  sealing: Sealing;
  /** Makes PANs findable without being readable. */
  indexKey: Buffer;
}

type Body = Received<typeof updateProfile>['body'];

/** Longest side of what others see, pixels. */
const PICTURE_SIDES = { picture: 512, cover_image: 1600 } as const;
const PLAIN_FIELDS = [
  'full_name',
  'address',
  'about_us',
  'company',
  'institute_name',
  'gst_number',
  'website',
  'facebook',
  'linkedin',
  'telegram',
  'youtube',
  'gmail',
  'broker_registration_no',
] as const;

/** Saving one's own profile: all of a save or nothing of it. */
export function profileUpdateRoutes({ platform, clock, callers, activityOf, sealing, indexKey }: Parts): void {
  const db = platform.db as Db;

  platform.on(
    updateProfile,
    async ({ body }, { caller, files, ip, partner }) => {
      const { user_id, partner_key, session_id } = caller!;
      const account = await readAccount(db, user_id);
      if (!account) throw new Fail('SESSION_ENDED');
      const { user, registration } = account;
      const profession = body.profession ?? user.profession;
      if (!mayBecome(user.profession, profession, registration?.status ?? null)) throw new Fail('PROFESSION_FIXED');
      refuseFullAadhaar(body);
      if (Object.keys(files).length > 0) platform.limits.take(`upload ${user_id}`, { max: 20, perSeconds: 3600 });
      const taken = await takeFiles(files);

      await platform.transaction(async (any) => {
        const tx = any as Db;
        const now = clock();
        const changed = Object.fromEntries(PLAIN_FIELDS.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])));
        const dealer_of =
          body.dealer_of === undefined
            ? undefined
            : JSON.stringify(
                body.dealer_of
                  .split(',')
                  .map((name) => name.trim())
                  .filter(Boolean),
              );
        const last4 = body.aadhar_last4 ? { aadhar_card_number: maskedAadhaar(body.aadhar_last4) } : {};
        const pan = body.pan_card_number ? { pan_card_number: maskedPan(body.pan_card_number) } : {};
        if (body.pan_card_number) await storePan(tx, user_id, partner_key, body.pan_card_number);
        const pictures = await storePictures(tx, user_id, taken.pictures, now);
        const values = { ...changed, ...(dealer_of !== undefined && { dealer_of }), ...last4, ...pan, ...pictures };
        if (Object.keys(values).length > 0) await tx.updateTable('profiles').set(values).where('user_id', '=', user_id).execute();
        if (profession !== user.profession)
          await tx
            .updateTable('users')
            .set({ profession, roles: JSON.stringify([profession]) })
            .where('id', '=', user_id)
            .execute();
        await storeRegistration(
          tx,
          account,
          profession,
          body,
          taken.documents.some(({ type }) => type === 'sebi_certificate'),
          now,
        );
        for (const document of taken.documents) await submitDocument(tx, { user_id, ...document, sealing, now });
        if (taken.documents.length > 0) {
          const occasion = { site: partner?.utm_source ?? BRAND_TITLE, ip, now };
          await keepConsentOnce(tx, { user_id, kind: 'documents', words: CONSENT_WORDS.documents }, occasion);
        }
        await settleRegistration(tx, user_id);
        await platform.audit.write(any, {
          actor: user_id,
          action: profession === user.profession ? 'profile.update' : 'profile.profession',
          object: user_id,
          result: 'done',
          partner_key,
          session_id,
          ip,
          before: { profession: user.profession, full_name: account.profile.full_name },
          after: { profession, fields: Object.keys(values), documents: taken.documents.map(({ type }) => type) },
        });
      });
      callers.forget(user_id);
      const saved = await readAccount(db, user_id);
      return profileOf(saved!, await activityOf(user_id), platform.config.ADMIN_EMAILS, clock());
    },
    { limit: { max: 60, perSeconds: 3600 } },
  );

  platform.on(readKyc, async (_input, { caller }) => {
    const account = await readAccount(db, caller!.user_id);
    if (!account) throw new Fail('SESSION_ENDED');
    const { registration } = account;
    return {
      documents: await documentsOf(db, caller!.user_id),
      registration: registration && {
        reg_no: registration.reg_no,
        valid_to: registration.valid_to,
        nism_no: registration.nism_no,
        nism_expiry: registration.nism_expiry,
      },
    };
  });

  async function storePan(tx: Db, user_id: string, partner_key: string, pan: string): Promise<void> {
    const blind_index = mac(indexKey, pan);
    const other = await tx
      .selectFrom('kyc_numbers')
      .select('user_id')
      .where('partner_key', '=', partner_key)
      .where('blind_index', '=', blind_index)
      .where('user_id', '<>', user_id)
      .executeTakeFirst();
    if (other) throw new Fail('DUPLICATE_PAN', { problems: [{ path: 'pan_card_number', message: 'This PAN belongs to another account.' }] });
    const row = { pan_sealed: sealing.seal(Buffer.from(pan), user_id), blind_index, partner_key };
    await tx
      .insertInto('kyc_numbers')
      .values({ user_id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }
}

/** A whole Aadhaar number is never taken, wherever it is written. */
function refuseFullAadhaar(body: Body): void {
  for (const [path, value] of Object.entries(body)) {
    if (typeof value !== 'string' || !holdsAadhaar(value)) continue;
    const message = 'This looks like a whole Aadhaar number. Leave it out; only its last four digits are ever needed.';
    throw new Fail('BAD_REQUEST', { validation: message, problems: [{ path, message }] });
  }
}

async function takeFiles(files: Readonly<Record<string, Uint8Array>>) {
  const pictures: { kind: 'picture' | 'cover_image'; bytes: Buffer }[] = [];
  for (const kind of ['picture', 'cover_image'] as const) {
    if (files[kind]) pictures.push({ kind, bytes: await takePicture(files[kind], kind, PICTURE_SIDES[kind]) });
  }
  const documents = [];
  for (const type of KYC_TYPES) {
    if (files[type]) documents.push({ type, ...(await takeDocument(files[type], type)) });
  }
  return { pictures, documents };
}

async function storePictures(tx: Db, user_id: string, pictures: readonly { kind: 'picture' | 'cover_image'; bytes: Buffer }[], now: Date) {
  const addresses: Partial<Record<'picture' | 'cover_image', string>> = {};
  for (const { kind, bytes } of pictures) {
    const id = ulid();
    await tx.deleteFrom('people_pictures').where('user_id', '=', user_id).where('kind', '=', kind).execute();
    await tx.insertInto('people_pictures').values({ id, user_id, kind, bytes, created_at: now }).execute();
    addresses[kind] = `/media/people/${id}.jpg`;
  }
  return addresses;
}

/** What an expert publishes under. It begins once number and dates are given; a verified number changes only with its certificate. */
async function storeRegistration(tx: Db, { user, registration }: Account, profession: Profession, body: Body, certificate: boolean, now: Date): Promise<void> {
  const category = categoryOf(profession);
  const { sebi_regi_number, sebi_valid_to, nism_no, nism_expiry } = body;
  if (!category || !(sebi_regi_number || sebi_valid_to || nism_no || nism_expiry)) return;
  const reg_no = sebi_regi_number || registration?.reg_no;
  const valid_to = sebi_valid_to || registration?.valid_to;
  const expiry = nism_expiry || registration?.nism_expiry;
  const missing = [
    [!reg_no, 'sebi_regi_number'],
    [!valid_to, 'sebi_valid_to'],
    [!expiry, 'nism_expiry'],
  ].flatMap(([is, path]) => (is ? [{ path: path as string, message: 'Field is required' }] : []));
  if (missing.length > 0) throw new Fail('BAD_REQUEST', { validation: 'Please fill all required details', problems: missing });
  const moved = registration && (registration.reg_no !== reg_no || registration.valid_to !== valid_to);
  if (moved && registration.status === 'verified' && !certificate) {
    const message = 'Add the certificate that shows the new number or date.';
    throw new Fail('BAD_REQUEST', { validation: message, problems: [{ path: 'sebi_certificate', message }] });
  }
  const other = await tx.selectFrom('expert_registrations').select('user_id').where('reg_no', '=', reg_no!).where('user_id', '<>', user.id).executeTakeFirst();
  if (other)
    throw new Fail('DUPLICATE_REGISTRATION', { problems: [{ path: 'sebi_regi_number', message: 'This registration number belongs to another account.' }] });
  const row = { category, reg_no: reg_no!, valid_to: valid_to!, nism_expiry: expiry!, nism_no: nism_no ?? registration?.nism_no ?? '' };
  await tx
    .insertInto('expert_registrations')
    .values({ user_id: user.id, ...row, city: '', style: '', skill_key: '', valid_from: istDay(now), status: 'unverified' })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}
