import { MONTHS } from './months.ts';

/**
 * Figures as people in India read them. Prices and percentages always have two decimals, counts none (S5-SHOW-04,
 * S5-SHOW-A01). A missing figure is an en dash. Minus is U+2212, as wide as plus, so that columns don't shift.
 */
const MISSING = '–';
const MINUS = '−';
const IST_MS = 330 * 60_000;

type Figure = number | null | undefined;
const isFigure = (value: Figure): value is number => typeof value === 'number' && Number.isFinite(value);

/** Rounds half away from zero on decimal digits: 1.005 → 1.01, which binary arithmetic gets wrong. */
export function roundTo(value: number, decimals: number): number {
  const digits = String(Math.abs(value));
  if (digits.includes('e')) return Number(value.toFixed(decimals));
  return Math.sign(value) * Number(`${Math.round(Number(`${digits}e${decimals}`))}e-${decimals}`);
}

/** Lakh and crore grouping of unsigned digits: '1234567' → '12,34,567'. */
function group(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const head = whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',');
  const grouped = head ? `${head},${whole.slice(-3)}` : whole;
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const unsigned = (value: number, decimals: number): string => group(Math.abs(roundTo(value, decimals)).toFixed(decimals));
const signOf = (value: number, decimals: number): string => (roundTo(value, decimals) < 0 ? MINUS : '');

/** 5 → '5.00', 12.345 → '12.35' (S5-SHOW-04). */
export const formatFloat = (value: Figure): string => (isFigure(value) ? signOf(value, 2) + unsigned(value, 2) : MISSING);

/** 1234.5 → '₹1,234.50'; a loss → '−₹1,234.50'. */
export const formatInr = (value: Figure): string => (isFigure(value) ? `${signOf(value, 2)}₹${unsigned(value, 2)}` : MISSING);

/** Counts and shares: 1234567 → '12,34,567'. */
export const formatNumber = (value: Figure, decimals = 0): string => (isFigure(value) ? signOf(value, decimals) + unsigned(value, decimals) : MISSING);

/** 3.4 → '+3.40%', −1.2 → '−1.20%', 0 → '0.00%'. `signed: false` drops the plus. Input is already in percent. */
export function formatPercent(value: Figure, { signed = true }: { signed?: boolean } = {}): string {
  if (!isFigure(value)) return MISSING;
  const rounded = roundTo(value, 2);
  return `${rounded > 0 && signed ? '+' : signOf(value, 2)}${unsigned(value, 2)}%`;
}

/** Signed rupees, for changes: 12.3 → '+₹12.30'. */
export function formatInrChange(value: Figure): string {
  if (!isFigure(value)) return MISSING;
  return (roundTo(value, 2) > 0 ? '+' : '') + formatInr(value);
}

/** In full below a lakh, in lakh below a crore ('₹12.35 L'), then in crore ('₹3.42 Cr', without decimals from 1,000 crore). */
export function formatCompactInr(value: Figure): string {
  if (!isFigure(value)) return MISSING;
  const size = Math.abs(roundTo(value, 2));
  const sign = signOf(value, 2);
  if (size < 1e5) return formatInr(value);
  if (roundTo(size / 1e5, 2) < 100) return `${sign}₹${unsigned(size / 1e5, 2)} L`;
  return `${sign}₹${unsigned(size / 1e7, size < 1e10 ? 2 : 0)} Cr`;
}

interface IstParts {
  day: number;
  month: string;
  year: number;
  hour: string;
  minute: string;
  second: string;
}
function istParts(instant: string | number | Date): IstParts | null {
  const ms = new Date(instant).getTime();
  if (!Number.isFinite(ms)) return null;
  const date = new Date(ms + IST_MS);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    day: date.getUTCDate(),
    month: MONTHS[date.getUTCMonth()]!,
    year: date.getUTCFullYear(),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
  };
}

/** '20 Nov 2026, 14:32 IST'. */
export function formatIst(instant: string | number | Date): string {
  const at = istParts(instant);
  return at ? `${at.day} ${at.month} ${at.year}, ${at.hour}:${at.minute} IST` : MISSING;
}

/** '14:32:05 IST', for "as of" stamps. */
export function formatIstTime(instant: string | number | Date): string {
  const at = istParts(instant);
  return at ? `${at.hour}:${at.minute}:${at.second} IST` : MISSING;
}

/** '20 Nov 2026' for an instant or an IST day 'YYYY-MM-DD'. */
export function formatDay(value: string | number | Date): string {
  const at = istParts(typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00+05:30` : value);
  return at ? `${at.day} ${at.month} ${at.year}` : MISSING;
}

/** 'now', '5 min', '3 h', then whole IST calendar days: '2 d'. Instants ahead of `now` read 'now'. */
export function formatAge(instant: string | number | Date, now: string | number | Date): string {
  const from = new Date(instant).getTime();
  const to = new Date(now).getTime();
  if (!Number.isFinite(from) || !Number.isFinite(to)) return MISSING;
  const minutes = Math.floor((to - from) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  const istDay = (ms: number) => Math.floor((ms + IST_MS) / 86_400_000);
  return `${istDay(to) - istDay(from)} d`;
}
