import type { KycType } from '../../contract/profile/types.ts';

export const DOCUMENT_NAMES: Readonly<Record<KycType, string>> = {
  pan_card: 'PAN card',
  aadhar_card: 'Masked Aadhaar',
  sebi_certificate: 'SEBI certificate',
  nism_certificate: 'NISM certificate',
};

/** The shortest reason of a refusal, and what is said to whoever gives a shorter one. */
export const REASON_LENGTH = 10;
export const REASON_WANTED = `Give a reason of at least ${REASON_LENGTH} characters. The owner reads it.`;

const SHOW_THE_NAME = ['sebi_certificate', 'pan_card', 'aadhar_card', 'nism_certificate'] as const satisfies readonly KycType[];

/**
 * The document that a new name has to come with: a verified one was compared with the old name, and the certificate is what
 * readers of calls rely on. Null while none is verified.
 */
export const proofOfName = (statuses: Readonly<Record<`${KycType}_status`, string>>): KycType | null =>
  SHOW_THE_NAME.find((type) => statuses[`${type}_status`] === 'Verified') ?? null;
