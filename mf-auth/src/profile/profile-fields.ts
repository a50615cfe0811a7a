import type { Profession, ProfileData } from '@vimarsh/shared/contract/identity/types.ts';
import type { KycType } from '@vimarsh/shared/contract/profile/types.ts';
import { AUDIENCES } from '@vimarsh/shared/domain/access/audiences.ts';

export interface FieldSpec {
  name: string;
  label: string;
  hint?: string;
  kind?: 'area' | 'date';
  autoComplete?: string;
  inputMode?: 'numeric' | 'url' | 'email';
  maxLength: number;
  required?: boolean;
}

export const NAME: FieldSpec = { name: 'full_name', label: 'Full name', autoComplete: 'name', maxLength: 100, required: true };
export const ADDRESS: FieldSpec = { name: 'address', label: 'Address', autoComplete: 'street-address', maxLength: 300, kind: 'area' };
const url = (name: string, label: string): FieldSpec => ({ name, label, hint: 'Begins with https://', inputMode: 'url', autoComplete: 'url', maxLength: 300 });

/** What experts say about themselves and their work. */
export const EXPERT_FIELDS: readonly FieldSpec[] = [
  { name: 'about_us', label: 'About you', hint: 'How you work, in at most 1,000 characters', kind: 'area', maxLength: 1000 },
  { name: 'company', label: 'Company', autoComplete: 'organization', maxLength: 120 },
  { name: 'institute_name', label: 'Institute', maxLength: 120 },
  { name: 'gst_number', label: 'GST number', maxLength: 40 },
  url('website', 'Website'),
  url('linkedin', 'LinkedIn'),
  url('facebook', 'Facebook'),
  url('telegram', 'Telegram'),
  url('youtube', 'YouTube'),
];

export interface DocumentSpec {
  type: KycType;
  label: string;
  hint: string;
  /** The profile field that holds its status. */
  status: 'pan_card_status' | 'aadhar_card_status' | 'sebi_certificate_status' | 'nism_certificate_status';
  fields: readonly FieldSpec[];
}

const PAN: DocumentSpec = {
  type: 'pan_card',
  label: 'PAN card',
  hint: 'A picture or PDF of at most 5 MB',
  status: 'pan_card_status',
  fields: [{ name: 'pan_card_number', label: 'PAN', hint: 'We store it encrypted and show it masked', maxLength: 40 }],
};
const AADHAAR: DocumentSpec = {
  type: 'aadhar_card',
  label: 'Masked Aadhaar',
  hint: 'Only the masked copy, whose first eight digits are covered. At most 5 MB',
  status: 'aadhar_card_status',
  fields: [{ name: 'aadhar_last4', label: 'Last four digits of the Aadhaar', inputMode: 'numeric', maxLength: 4 }],
};
const CERTIFICATE: DocumentSpec = {
  type: 'sebi_certificate',
  label: 'SEBI certificate',
  hint: 'The registration certificate of your category, picture or PDF of at most 5 MB',
  status: 'sebi_certificate_status',
  fields: [
    { name: 'sebi_regi_number', label: 'SEBI registration number', hint: 'INH, INA or INZ and nine digits', maxLength: 16 },
    { name: 'sebi_valid_to', label: 'Registration valid until', kind: 'date', maxLength: 10 },
  ],
};
const NISM: DocumentSpec = {
  type: 'nism_certificate',
  label: 'NISM certificate',
  hint: 'A picture or PDF of at most 5 MB',
  status: 'nism_certificate_status',
  fields: [
    { name: 'nism_no', label: 'NISM certificate number', maxLength: 40 },
    { name: 'nism_expiry', label: 'NISM certificate valid until', kind: 'date', maxLength: 10 },
  ],
};
const EXTRA: Partial<Record<Profession, FieldSpec>> = {
  Broker: { name: 'broker_registration_no', label: 'Broker registration number', hint: 'INZ and nine digits', maxLength: 16 },
  Dealer: { name: 'dealer_of', label: 'Dealer of', hint: 'Names of the brokers, separated by commas', maxLength: 300 },
};

/** The documents of a profession and their extra fields. A Market Expert chooses a profession first. */
export function documentsFor(profession: Profession | ''): { documents: readonly DocumentSpec[]; extra: FieldSpec | null } {
  const registered = AUDIENCES.experts({ profession }) && profession !== 'Market Expert';
  return { documents: registered ? [PAN, AADHAAR, CERTIFICATE, NISM] : [PAN, AADHAAR], extra: (profession && EXTRA[profession]) || null };
}

/** A field's initial value. Numbers the server masks are never filled in again. */
export function keptValue(name: string, profile: ProfileData, registration: { valid_to: string; nism_no: string; nism_expiry: string } | null): string {
  if (name === 'pan_card_number' || name === 'aadhar_last4') return '';
  if (name === 'sebi_valid_to') return registration?.valid_to ?? '';
  if (name === 'nism_no') return registration?.nism_no ?? '';
  if (name === 'nism_expiry') return registration?.nism_expiry ?? '';
  const value = profile[name as keyof ProfileData];
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';
}
