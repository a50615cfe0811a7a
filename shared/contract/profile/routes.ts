import * as z from 'zod/mini';
import { PROFESSIONS, profile } from '../identity/types.ts';
import { route } from '../route.ts';
import { code, day, id, lines, text } from '../text.ts';
import { PAN_SHAPE, PAN_SHAPE_SAID } from './pan.ts';
import { GSTIN_SHAPE, readId } from './typed-id.ts';
import { kycDocument, link, PROFILE_FILES, registration, reviewedDocument } from './types.ts';

const optional = (max: number) => z.optional(text(max));

export const NO_GSTIN = 'This is no GST number: compare its 15 characters';

/** Numbers are copied with blanks, hyphens and small letters. */
const shaped = (shape: RegExp, message: string) =>
  z.optional(
    z.string().check(
      z.overwrite<string>((value) => readId(value, shape)),
      z.maxLength(40, { error: message, abort: true }),
      z.refine((value) => value === '' || shape.test(value), message),
    ),
  );

export const readKyc = route({
  method: 'GET',
  path: '/auth/v1/kyc',
  summary: 'The caller’s documents with their states and reasons, and the registration they belong to.',
  access: 'session',
  data: z.object({ documents: z.array(kycDocument), registration: z.nullable(registration) }),
});

/**
 * Saves what is given and leaves the rest; '' empties a field (S7-PROFILE-O01). Sent as multipart when files go with it.
 * Of the Aadhaar only the last four digits are ever taken, of the file only a masked copy.
 */
export const updateProfile = route({
  method: 'POST',
  path: '/auth/v1/profile_update',
  summary: 'Save the caller’s profile: fields, pictures and documents for verification.',
  access: 'session',
  files: PROFILE_FILES,
  body: z.object({
    full_name: z.optional(text(100, 1)),
    profession: z.optional(z.enum(PROFESSIONS)),
    address: z.optional(lines(300)),
    about_us: z.optional(lines(1000)),
    company: optional(120),
    institute_name: optional(120),
    /** Its last character is checked by the server. */
    gst_number: shaped(GSTIN_SHAPE, NO_GSTIN),
    website: link,
    facebook: link,
    linkedin: link,
    telegram: link,
    youtube: link,
    gmail: z.optional(code(254)),
    dealer_of: optional(300),
    broker_registration_no: shaped(/^INZ\d{9}$/, 'Write INZ and nine digits'),
    pan_card_number: shaped(PAN_SHAPE, PAN_SHAPE_SAID),
    aadhar_last4: shaped(/^\d{4}$/, 'Write only the last four digits'),
    sebi_regi_number: shaped(/^IN[HAZ]\d{9}$/, 'Write INH, INA or INZ and nine digits'),
    sebi_valid_to: z.optional(z.union([day, z.literal('')])),
    nism_no: z.optional(code(40)),
    nism_expiry: z.optional(z.union([day, z.literal('')])),
  }),
  data: profile,
});

export const kycQueue = route({
  method: 'GET',
  path: '/admin/v1/kyc_queue',
  summary: 'Documents that wait for a decision, oldest first, at most 100.',
  access: 'admin',
  data: z.object({ documents: z.array(reviewedDocument), waiting: z.number() }),
});

export const decideKyc = route({
  method: 'POST',
  path: '/admin/v1/kyc_decide',
  summary: 'Decide on a document. It counts once a second admin decided the same; a different second decision starts anew.',
  access: 'admin',
  body: z.object({ document_id: id, version: text(64), decision: z.enum(['verify', 'reject']), reason: lines(300) }),
  data: z.object({ outcome: z.enum(['waiting', 'done', 'disagreed']) }),
});
