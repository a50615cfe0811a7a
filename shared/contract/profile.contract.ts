import * as z from 'zod/mini';
import { PROFESSIONS, profile } from './identity.contract.ts';
import { route } from './route.ts';
import { day, id, text } from './text.ts';

/** Documents that are looked at by people, by the name of their file field. */
export const KYC_TYPES = ['pan_card', 'aadhar_card', 'sebi_certificate', 'nism_certificate'] as const;
export type KycType = (typeof KYC_TYPES)[number];
/** File fields of the profile update. */
export const PROFILE_FILES = ['picture', 'cover_image', ...KYC_TYPES] as const;
export type ProfileFile = (typeof PROFILE_FILES)[number];
/** Bytes of one file: pictures are shown to others, documents are not. */
export const FILE_LIMITS = { picture: 2 * 1024 * 1024, document: 5 * 1024 * 1024 } as const;

/** As the profile shows them; '' is not submitted. */
export const KYC_STATUSES = ['Pending', 'Verified', 'Rejected', 'Expired'] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

const optional = (max: number) => z.optional(text(max));
const link = z.optional(
  z.string().check(
    z.trim(),
    z.maxLength(300),
    z.refine((value) => value === '' || /^https:\/\/[^\s<>"]+$/.test(value), 'Write an address that begins with https://'),
  ),
);
const shaped = (shape: RegExp, message: string) =>
  z.optional(
    z.string().check(
      z.trim(),
      z.refine((value) => value === '' || shape.test(value), message),
    ),
  );

/** One document of the caller as its owner sees it. Numbers are masked. */
export const kycDocument = z.object({
  id: z.string(),
  type: z.enum(KYC_TYPES),
  status: z.enum(KYC_STATUSES),
  /** Why it was rejected, else ''. */
  reason: z.string(),
  number_masked: z.string(),
  /** UTC instant. */
  submitted_at: z.string(),
});
export type KycDocument = z.output<typeof kycDocument>;

/** IST days and numbers of the registration an expert publishes under; null before any were given. */
export const registration = z.object({ reg_no: z.string(), valid_to: z.string(), nism_no: z.string(), nism_expiry: z.string() });

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
    address: optional(300),
    about_us: optional(1000),
    company: optional(120),
    institute_name: optional(120),
    gst_number: shaped(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, 'Write the 15 characters of the GST number'),
    website: link,
    facebook: link,
    linkedin: link,
    telegram: link,
    youtube: link,
    gmail: optional(254),
    dealer_of: optional(300),
    broker_registration_no: shaped(/^INZ\d{9}$/, 'Write INZ and nine digits'),
    pan_card_number: shaped(/^[A-Z]{5}\d{4}[A-Z]$/, 'Write five letters, four digits and a letter'),
    aadhar_last4: shaped(/^\d{4}$/, 'Write only the last four digits'),
    sebi_regi_number: shaped(/^IN[HAZ]\d{9}$/, 'Write INH, INA or INZ and nine digits'),
    sebi_valid_to: z.optional(z.union([day, z.literal('')])),
    nism_no: optional(40),
    nism_expiry: z.optional(z.union([day, z.literal('')])),
  }),
  data: profile,
});

/** A document as reviewers see it. `link` opens the file for five minutes, by this reviewer only. */
export const reviewedDocument = z.object({
  id: z.string(),
  user_id: z.string(),
  full_name: z.string(),
  profession: z.string(),
  type: z.enum(KYC_TYPES),
  number_masked: z.string(),
  reg_no: z.string(),
  submitted_at: z.string(),
  link: z.string(),
  /** The first of the two decisions, when one was made. */
  first: z.nullable(z.object({ by: z.string(), decision: z.enum(['verify', 'reject']), reason: z.string(), at: z.string(), mine: z.boolean() })),
});

export type ReviewedDocument = z.output<typeof reviewedDocument>;

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
  body: z.object({ document_id: id, decision: z.enum(['verify', 'reject']), reason: text(300) }),
  data: z.object({ outcome: z.enum(['waiting', 'done', 'disagreed']) }),
});
