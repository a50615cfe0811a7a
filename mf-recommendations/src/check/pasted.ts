import type { Receipt } from '@vimarsh/shared/contract/receipt/types.ts';
import { isLikeReceipt, readReceipt, UNREADABLE_RECEIPT } from '@vimarsh/shared/domain/calls/receipt.ts';

/** What somebody wants checked. */
export type Pasted = { readonly kind: 'receipt'; readonly receipt: Receipt } | { readonly kind: 'call'; readonly id: string };

const ID = /^[A-Za-z0-9_-]{6,64}$/;

/** The receipt, or the id of a call, in what was pasted: its address, or the id alone. Null for anything else. */
export function readPasted(pasted: string): Pasted | null {
  const receipt = readReceipt(pasted);
  if (receipt) return { kind: 'receipt', receipt };
  const text = pasted.trim();
  const id = /[?&]reco=([^&#\s]+)/.exec(text)?.[1] ?? text;
  return ID.test(id) ? { kind: 'call', id } : null;
}

/** Why nothing can be checked in what was pasted, for whoever pasted it. */
export function unreadable(pasted: string): string {
  if (pasted.trim() === '') return 'Paste a receipt or the address of a call first.';
  return isLikeReceipt(pasted) ? UNREADABLE_RECEIPT : 'This is neither a receipt nor the address of a call. A receipt begins with vr1.';
}
