import { type Receipt, receipt } from '../../contract/receipt/types.ts';
import { logLeaf } from '../log/tree.ts';
import { canonicalJson, hex, publicKey, signed, unbase64url } from './ledger.ts';

/** The first line of what is signed: nothing else that the ledger signs begins with it. */
const CONTEXT = 'vimarsh-receipt/v1';

type Unsigned = Omit<Receipt, 'public_key' | 'signature'>;

/** The text that a receipt's signature is over. */
export const receiptText = ({ call_id, leaf, log, n, root_date, ts }: Unsigned): string =>
  `${CONTEXT}\n${canonicalJson({ call_id, leaf, log, n, root_date, ts })}\n`;

/** The entry of an event in the log: its hash (hex) with the salt (hex) that hides it. */
export const leafOf = async (hash: string, salt: string): Promise<string> => hex(await logLeaf(hash, salt));

/** Whether the key named in a receipt signed it. */
export const isReceiptSigned = async (one: Receipt): Promise<boolean> =>
  signed(await publicKey(one.public_key), one.signature, hex(new TextEncoder().encode(receiptText(one))));

const MARK = 'vr1.';

/** A receipt on one line, for messages and addresses. */
export const receiptLine = (one: Receipt): string => MARK + btoa(JSON.stringify(one)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** The receipt in what somebody pasted: its line, also within a message or an address, or its JSON, also within another object. Null where there is none. */
export function readReceipt(pasted: string): Receipt | null {
  const at = pasted.indexOf(MARK);
  if (at < 0) return receiptIn(parsed(pasted));
  // Mail programs break long lines and mark them.
  const words =
    pasted
      .slice(at + MARK.length)
      .match(/[\w-]+/g)
      ?.slice(0, MOST_LINES) ?? [];
  for (let count = 1; count <= words.length; count += 1) {
    const found = receiptIn(parsed(textOf(words.slice(0, count).join(''))));
    if (found) return found;
  }
  return null;
}

/** Whether what was pasted begins like a receipt: where none is read in it, a part of one is missing or changed. */
export const isLikeReceipt = (pasted: string): boolean => pasted.includes(MARK) || /^\s*\{\s*"(?:log|receipt)"/.test(pasted);

/** What somebody reads whose receipt begins like one and can't be read. */
export const UNREADABLE_RECEIPT =
  'This begins like a receipt, but a part is missing or was changed. Copy it again from the original message. If it still fails, write to us.';

const MOST_LINES = 40;

function textOf(line: string): string {
  try {
    return new TextDecoder().decode(unbase64url(line));
  } catch {
    return '';
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function receiptIn(value: unknown): Receipt | null {
  const read = receipt.safeParse(value);
  if (read.success) return read.data;
  return typeof value === 'object' && value !== null && 'receipt' in value ? receiptIn(value.receipt) : null;
}
