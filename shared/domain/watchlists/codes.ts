import type { Segment } from '../../contract/watchlists/types.ts';
import { readSymbol } from '../insights/read-symbol.ts';

/** An option contract; `expiry` is an IST day, `strike` in ₹ or points. */
export interface Contract {
  readonly underlying: string;
  readonly expiry: string;
  readonly strike: number;
  readonly type: 'CE' | 'PE';
}

/** `NIFTY 2026-11-26 24000 CE`: how a contract stands in a list and in a file. */
export const writeContract = ({ underlying, expiry, strike, type }: Contract): string => `${underlying} ${expiry} ${strike} ${type}`;

const EXPIRY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const STRIKE = /^\d{1,7}(?:\.\d{1,2})?$/;
/** No code is longer. A cell of a file can be as long as the file, so it is measured before anything reads it. */
const LONGEST = 48;

/** The contract a code or a cell of a file means; null for none. */
export function readContract(written: string): Contract | null {
  if (written.length > LONGEST) return null;
  const words = written.trim().toUpperCase().split(/\s+/);
  const [expiry = '', strike = '', type = ''] = words.slice(-3);
  const underlying = readSymbol(words.slice(0, -3).join(' '));
  if (!underlying || !EXPIRY.test(expiry) || !STRIKE.test(strike) || !(Number(strike) > 0)) return null;
  return type === 'CE' || type === 'PE' ? { underlying, expiry, strike: Number(strike), type } : null;
}

/** What a cell of a file names, as a list of the segment holds it; '' where it can be nothing of the kind. */
export function readCode(segment: Segment, written: string): string {
  if (written.length > LONGEST) return '';
  if (segment === 'equity') return readSymbol(written);
  const contract = readContract(written);
  return contract ? writeContract(contract) : '';
}
