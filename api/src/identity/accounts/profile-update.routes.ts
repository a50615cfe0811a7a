import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import { isGstin } from '@vimarsh/shared/contract/plans/gstin.ts';
import { NO_GSTIN, readKyc, updateProfile } from '@vimarsh/shared/contract/profile/routes.ts';
import { KYC_TYPES, type KycType } from '@vimarsh/shared/contract/profile/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { holdsAadhaar } from '@vimarsh/shared/domain/people/aadhaar.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { DOCUMENT_NAMES, proofOfName } from '@vimarsh/shared/domain/people/review.ts';
import { doneBy } from '../../platform/access/audit.ts';
import type { Sealing } from '../../platform/access/sealing.ts';
import type { Sender } from '../../platform/files/safe-copies.ts';
import { takeDocument, takePicture } from '../../platform/files/take-upload.ts';
import { countedAs } from '../../platform/http/address.ts';
import { Fail, type Platform, refuseField } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { Clock } from '../clock.ts';
import { keepConsentOnce } from '../consents/consent.store.ts';
import type { EmitIdentityEvent } from '../events.ts';
import { keepAccepted } from '../experts/accepted-papers.store.ts';
import { readEntries } from '../experts/author-entries.ts';
import type { ExpertActivity } from '../identity.ts';
import { reviewAnew } from '../kyc/claims.ts';
import { documentsOf, maskedAadhaar, maskedPan, STATUS_COLUMN, settleRegistration, submitDocument } from '../kyc/kyc.store.ts';
import { mac } from '../secrets.ts';
import { type Account, type IdentityDb, lockAccount, readAccount } from './account.store.ts';
import type { Callers } from './callers.ts';
import { refuseBadge } from './names.ts';
import { categoryOf, mayBecome } from './profession-change.ts';
import { profileOf } from './profile.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  callers: Callers;
  activityOf: (user_id: string) => Promise<ExpertActivity>;
  sealing: Sealing;
  /** Makes PANs findable without being readable. */
  indexKey: Buffer;
  emit: EmitIdentityEvent;
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
export function profileUpdateRoutes({ platform, clock, callers, activityOf, sealing, indexKey, emit }: Parts): void {
  const db: IdentityDb = platform.db;

  platform.on(
    updateProfile,
    async ({ body }, ctx) => {
      const { caller, files, ip, partner } = ctx;
      const { user_id } = caller!;
      refuseFullAadhaar(body);
      if (body.full_name !== undefined) refuseBadge(body.full_name);
      if (body.gst_number && !isGstin(body.gst_number)) refuseField('gst_number', NO_GSTIN);
      if (Object.keys(files).length > 0) await platform.limits.take(`upload ${user_id}`, { max: 20, perSeconds: 3600 });
      const taken = await takeFiles(platform.safeCopies, { owner: user_id, network: countedAs(ip).own }, files);

      await platform.transaction(async (tx: IdentityDb) => {
        const now = clock();
        // Read here: while the files were looked at, two admins may have decided on what stood there before.
        const account = await lockAccount(tx, user_id);
        if (!account) throw new Fail('SESSION_ENDED');
        const { user, registration } = account;
        const before = (await readEntries(tx, [user_id])).get(user_id) ?? null;
        await keepAccepted(tx, account, now);
        const profession = body.profession ?? user.profession;
        if (!mayBecome(user.profession, profession, registration?.status ?? null)) throw new Fail('PROFESSION_FIXED');
        const brings = (type: KycType): boolean => taken.documents.some((document) => document.type === type);
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
        if (body.full_name !== undefined && body.full_name !== account.profile.full_name) await rename(tx, account, brings);
        const last4 = body.aadhar_last4 ? { aadhar_card_number: maskedAadhaar(body.aadhar_last4) } : {};
        if (last4.aadhar_card_number && last4.aadhar_card_number !== account.profile.aadhar_card_number)
          await renumberAadhaar(tx, account, brings('aadhar_card'));
        const pan = body.pan_card_number ? { pan_card_number: maskedPan(body.pan_card_number) } : {};
        if (body.pan_card_number) await storePan(tx, account, body.pan_card_number, brings('pan_card'));
        const pictures = await storePictures(tx, user_id, taken.pictures, now);
        const values = { ...changed, ...(dealer_of !== undefined && { dealer_of }), ...last4, ...pan, ...pictures };
        if (Object.keys(values).length > 0) await tx.updateTable('profiles').set(values).where('user_id', '=', user_id).execute();
        if (profession !== user.profession)
          await tx
            .updateTable('users')
            .set({ profession, roles: JSON.stringify([profession]) })
            .where('id', '=', user_id)
            .execute();
        await storeRegistration(tx, account, profession, body, brings, now);
        for (const document of taken.documents) await submitDocument(tx, { user_id, ...document, sealing, now });
        if (taken.documents.length > 0) {
          const occasion = { site: partner?.utm_source ?? BRAND_TITLE, ip, now };
          await keepConsentOnce(tx, { user_id, kind: 'documents', words: CONSENT_WORDS.documents }, occasion);
        }
        await settleRegistration(tx, user_id);
        const after = (await readEntries(tx, [user_id])).get(user_id);
        if (after) await emit(tx, 'registration.changed', { user_id, before, after });
        if (body.pan_card_number || brings('pan_card')) await emit(tx, 'pan.changed', { user_id });
        await platform.audit.write(tx, {
          ...doneBy(ctx),
          action: profession === user.profession ? 'profile.update' : 'profile.profession',
          object: user_id,
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

  async function storePan(tx: IdentityDb, { user, profile }: Account, pan: string, card: boolean): Promise<void> {
    const user_id = user.id;
    const blind_index = mac(indexKey, pan);
    const own = await tx.selectFrom('kyc_numbers').select('blind_index').where('user_id', '=', user_id).executeTakeFirst();
    const isRejected = profile.pan_card_status === 'Rejected' && !card;
    if (own?.blind_index === blind_index) {
      if (isRejected) refuseWithout('pan_card_number', 'This PAN was not accepted. Write your own, or add the card that shows it to your profile.');
      return;
    }
    if (profile.pan_card_status === 'Verified' && !card) refuseWithout('pan_card', 'Add the card that shows this number.');
    await reviewAnew(tx, user_id, ['pan_card']);
    // What was rejected was the card of another number.
    if (isRejected) await tx.updateTable('profiles').set({ pan_card_status: '' }).where('user_id', '=', user_id).execute();
    const row = { pan_sealed: sealing.seal(Buffer.from(pan), user_id), blind_index, partner_key: user.partner_key };
    await tx
      .insertInto('kyc_numbers')
      .values({ user_id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }
}

/** Every document was compared with the name: a verified one must come anew, and what was said of waiting ones is void. */
async function rename(tx: IdentityDb, { user, profile }: Account, brings: (type: KycType) => boolean): Promise<void> {
  const proof = proofOfName(profile);
  if (proof && !brings(proof)) refuseWithout(proof, `Add the ${DOCUMENT_NAMES[proof]} that shows your new name. It is reviewed again.`);
  await reviewAnew(tx, user.id, KYC_TYPES);
}

async function renumberAadhaar(tx: IdentityDb, { user, profile }: Account, card: boolean): Promise<void> {
  if (profile.aadhar_card_status === 'Verified' && !card) refuseWithout('aadhar_card', 'Add the copy that shows these digits.');
  await reviewAnew(tx, user.id, ['aadhar_card']);
}

/** What was proven by a document changes only with another one. */
function refuseWithout(path: KycType | 'pan_card_number', message: string): never {
  throw new Fail('BAD_REQUEST', { validation: message, problems: [{ path, message }] });
}

/** A whole Aadhaar number is never taken, wherever it is written. */
function refuseFullAadhaar(body: Body): void {
  for (const [path, value] of Object.entries(body)) {
    if (typeof value !== 'string' || !holdsAadhaar(value)) continue;
    const message = 'This looks like a whole Aadhaar number. Leave it out; only its last four digits are ever needed.';
    throw new Fail('BAD_REQUEST', { validation: message, problems: [{ path, message }] });
  }
}

async function takeFiles(copies: Platform['safeCopies'], sender: Sender, files: Readonly<Record<string, Uint8Array>>) {
  const pictures: { kind: 'picture' | 'cover_image'; bytes: Buffer }[] = [];
  for (const kind of ['picture', 'cover_image'] as const) {
    if (files[kind]) pictures.push({ kind, bytes: await takePicture(copies, { ...sender, field: kind, bytes: files[kind] }, PICTURE_SIDES[kind]) });
  }
  const documents = [];
  for (const type of KYC_TYPES) {
    if (files[type]) documents.push({ type, ...(await takeDocument(copies, { ...sender, field: type, bytes: files[type] })) });
  }
  return { pictures, documents };
}

async function storePictures(tx: IdentityDb, user_id: string, pictures: readonly { kind: 'picture' | 'cover_image'; bytes: Buffer }[], now: Date) {
  const addresses: Partial<Record<'picture' | 'cover_image', string>> = {};
  for (const { kind, bytes } of pictures) {
    const id = ulid();
    await tx.deleteFrom('people_pictures').where('user_id', '=', user_id).where('kind', '=', kind).execute();
    await tx.insertInto('people_pictures').values({ id, user_id, kind, bytes, created_at: now }).execute();
    addresses[kind] = `/media/people/${id}.jpg`;
  }
  return addresses;
}

/** What an expert publishes under. It begins once number and dates are given; verified, they change only with the certificate that shows them. */
async function storeRegistration(
  tx: IdentityDb,
  { user, profile, registration }: Account,
  profession: Profession,
  body: Body,
  brings: (type: KycType) => boolean,
  now: Date,
): Promise<void> {
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
  const moved = registration === null || registration.reg_no !== reg_no || registration.valid_to !== valid_to;
  const renewed = registration !== null && (registration.nism_expiry !== expiry || (nism_no ?? registration.nism_no) !== registration.nism_no);
  // A verified registration rests on all that stands here; a certificate that was verified first, on itself.
  for (const [type, changes] of [
    ['sebi_certificate', moved],
    ['nism_certificate', renewed],
  ] as const)
    if (changes && [profile.sebi_certificate_status, profile[STATUS_COLUMN[type]]].includes('Verified') && !brings(type))
      refuseWithout(type, 'Add the certificate that shows the new number or date.');
  if (moved) await reviewAnew(tx, user.id, ['sebi_certificate']);
  if (renewed) await reviewAnew(tx, user.id, ['nism_certificate']);
  const row = { category, reg_no: reg_no!, valid_to: valid_to!, nism_expiry: expiry!, nism_no: nism_no ?? registration?.nism_no ?? '' };
  await tx
    .insertInto('expert_registrations')
    .values({ user_id: user.id, ...row, city: '', style: '', skill_key: '', valid_from: istDay(now), status: 'unverified' })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}
