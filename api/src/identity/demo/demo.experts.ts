import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import type { RegistrationStatus } from '../identity.tables.ts';

export interface DemoExpert {
  id: string;
  full_name: string;
  profession: Profession;
  city: string;
  style: string;
  /** How the demo's price engine lets this expert publish. */
  skill_key: string;
  category: 'RA' | 'IA' | 'BROKER' | 'DEALER';
  reg_no: string;
  /** IST day. */
  valid_to: string;
  status: RegistrationStatus;
  /** Document states of the profile. */
  aadhaar: string;
  pan: string;
  certificate: string;
}

type Row = readonly [full_name: string, profession: Profession, city: string, skill_key: string, style: string];

/** Invented people across the country; twelve verified, then four at the edges of verification. */
const ROWS: readonly Row[] = [
  ['Ananya Rao-Kulkarni', 'Analyst', 'Pune', 'swing_large_cap', 'Swing trades in large companies'],
  ['Devendra Solanki', 'Analyst', 'Ahmedabad', 'intraday_momentum', 'Intraday momentum, often exits early'],
  ['Farida Contractor', 'Financial Advisor', 'Mumbai', 'value', 'Value, held for long'],
  ['Gurpreet Dhaliwal', 'Broker', 'Ludhiana', 'banks', 'Bank stocks only'],
  ['Harini Subbarayan', 'Analyst', 'Chennai', 'pharma', 'Pharma only'],
  ['Joel D’Cunha', 'Financial Advisor', 'Margao', 'inactive', 'Positional calls, silent for 45 days'],
  ['Ishaan Bhalla', 'Analyst', 'Chandigarh', 'small_cap', 'Small companies, wide swings'],
  ['Lakshmi Venkatraghavan', 'Financial Advisor', 'Coimbatore', 'quality', 'Quality companies for the long term'],
  ['Manoj Pattnaik', 'Analyst', 'Bhubaneswar', 'contrarian', 'Contrarian'],
  ['Nandini Choudhury', 'Analyst', 'Kolkata', 'index_options', 'Index options with defined risk'],
  ['Omkar Deshmane', 'Dealer', 'Nashik', 'straddles', 'Straddles and strangles'],
  ['Priyanka Meher', 'Analyst', 'Raipur', 'new', 'New on the platform'],
  ['Rakesh Tomar', 'Analyst', 'Gwalior', 'none', 'Documents under review'],
  ['Sana Qureshi', 'Financial Advisor', 'Bhopal', 'none', 'PAN to be corrected'],
  ['Tashi Lepcha', 'Analyst', 'Gangtok', 'expiring', 'Short-term swings'],
  ['Udit Vyas', 'Analyst', 'Jaipur', 'suspended', 'Suspended with open calls'],
];

const EDGES: Readonly<Record<number, Partial<DemoExpert>>> = {
  13: { status: 'pending', pan: 'Pending', certificate: 'Pending' },
  14: { status: 'rejected', pan: 'Rejected' },
  15: { valid_to: '2026-12-10' },
  16: { status: 'suspended' },
};

const CATEGORIES = { 'Financial Advisor': 'IA', Broker: 'BROKER', Dealer: 'DEALER' } as const satisfies Partial<Record<Profession, DemoExpert['category']>>;

/** `exp_01` … `exp_16`, registration numbers outside the issued ranges. */
export const DEMO_EXPERTS: readonly DemoExpert[] = ROWS.map(([full_name, profession, city, skill_key, style], index) => {
  const number = index + 1;
  const two = String(number).padStart(2, '0');
  return {
    id: `exp_${two}`,
    full_name,
    profession,
    city,
    style,
    skill_key,
    category: CATEGORIES[profession as keyof typeof CATEGORIES] ?? 'RA',
    reg_no: `INH9999000${two}`,
    valid_to: '2029-03-31',
    status: 'verified',
    aadhaar: 'Verified',
    pan: 'Verified',
    certificate: 'Verified',
    ...EDGES[number],
  };
});
