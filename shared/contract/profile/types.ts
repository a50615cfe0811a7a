import * as z from 'zod/mini';

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

export const link = z.optional(
  z.string().check(
    z.trim(),
    z.maxLength(300),
    z.refine((value) => value === '' || /^https:\/\/[^\s<>"]+$/.test(value), 'Write an address that begins with https://'),
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

/** A document as reviewers see it. `link` opens the file for five minutes, in this reviewer's session and browser only. */
export const reviewedDocument = z.object({
  id: z.string(),
  user_id: z.string(),
  full_name: z.string(),
  profession: z.string(),
  type: z.enum(KYC_TYPES),
  number_masked: z.string(),
  reg_no: z.string(),
  /** Day until which the certificate is said to be valid; '' for cards. */
  valid_to: z.string(),
  submitted_at: z.string(),
  link: z.string(),
  /** Of the document and of what it is to prove. A decision names the version it is about. */
  version: z.string(),
  /** Other accounts that give the number which this document is to prove. */
  same_number: z.array(z.object({ user_id: z.string(), full_name: z.string(), proven: z.boolean() })),
  /** The first of the two decisions, when one was made. */
  first: z.nullable(z.object({ by: z.string(), decision: z.enum(['verify', 'reject']), reason: z.string(), at: z.string(), mine: z.boolean() })),
});

export type ReviewedDocument = z.output<typeof reviewedDocument>;
