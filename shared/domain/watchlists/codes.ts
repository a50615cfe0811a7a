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

const CONTRACT = /^(.+?)\s+(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))\s+(\d{1,7}(?:\.\d{1,2})?)\s+(CE|PE)$/;

/** The contract a code or a cell of a file means; null for none. */
export function readContract(written: string): Contract | null {
  const parts = CONTRACT.exec(written.trim().toUpperCase());
  const underlying = parts && readSymbol(parts[1]!);
  if (!parts || !underlying || !(Number(parts[3]) > 0)) return null;
  return { underlying, expiry: parts[2]!, strike: Number(parts[3]), type: parts[4] as Contract['type'] };
}

/** What a cell of a file names, as a list of the segment holds it; '' where it can be nothing of the kind. */
export function readCode(segment: Segment, written: string): string {
  if (segment === 'equity') return readSymbol(written);
  const contract = readContract(written);
  return contract ? writeContract(contract) : '';
}
