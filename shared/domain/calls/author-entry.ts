import type { Profession } from '../../contract/identity/types.ts';

/** The version of the record's format that new publications are written in: since the second, each names its author and the feed of its prices. */
export const RECORD_FORMAT = 2;

/** The author as a publication names them: by their registration when it was signed. */
export interface SignedAuthor {
  readonly name: string;
  /** As which they are registered. */
  readonly category: Profession;
  readonly reg_no: string;
}

/** `registered`: their papers were accepted; `review`: new papers are looked at; `left`: the account was closed. */
export const STANDINGS = ['registered', 'review', 'suspended', 'left'] as const;

/**
 * An author's entry in the register, all of it public by law. Days IST, `YYYY-MM-DD`. Nothing else about a person is ever signed: no city, picture,
 * contact or number of a document.
 */
export interface AuthorEntry extends SignedAuthor {
  /** Last days of the registration and of the NISM certificate. */
  readonly valid_to: string;
  readonly nism_valid_to: string;
  readonly standing: (typeof STANDINGS)[number];
}

/** Name of the author's record among the kinds in the log. It is no call: nobody publishes it, and no price judges it. */
export const AUTHOR = 'author';
/** The type of its first event, as `publish` is of a call. */
export const AUTHOR_OPENS = 'opened';
export type AuthorEventType = typeof AUTHOR_OPENS | 'changed' | 'renewed' | 'suspended' | 'restored';

export const authorRecordId = (user_id: string): string => `author_${user_id}`;

/** Under which name calls of a closed account are shown, and under which one where nothing of it is on file any more. */
export const CLOSED_ACCOUNT = 'Closed account';
export const GONE = 'An expert who has left';
export const CLOSED_NAMES: readonly string[] = [CLOSED_ACCOUNT, GONE];

interface AuthorChange {
  readonly type: AuthorEventType;
  /** The whole entry from then on. */
  readonly entry: AuthorEntry;
}

/** The events that lead from the signed entry (null: there is none) to what the register says now. A person enters the record once registered. */
export function authorChanges(signed: AuthorEntry | null, now: AuthorEntry): AuthorChange[] {
  if (!signed) return now.standing === 'registered' ? [{ type: AUTHOR_OPENS, entry: now }] : [];
  // Nothing new is signed for a closed account, least of all the placeholder that replaces its name.
  if (now.standing === 'left') return signed.standing === 'left' ? [] : [{ type: 'suspended', entry: { ...signed, standing: 'left' } }];
  const changes: AuthorChange[] = [];
  let entry = signed;
  const add = (type: AuthorEventType, part: Partial<AuthorEntry>): void => {
    if (Object.entries(part).every(([field, value]) => entry[field as keyof AuthorEntry] === value)) return;
    entry = { ...entry, ...part };
    changes.push({ type, entry });
  };
  const { name, category, reg_no, valid_to, nism_valid_to, standing } = now;
  add('changed', { name, category, reg_no });
  add('renewed', { valid_to, nism_valid_to });
  add(standing === 'registered' ? 'restored' : 'suspended', { standing });
  return changes;
}

/** The entry that an event's payload holds; null for another payload. */
export function readEntry(payload: Readonly<Record<string, unknown>>): AuthorEntry | null {
  const { name, category, reg_no, valid_to, nism_valid_to, standing } = payload;
  const texts = [name, category, reg_no, valid_to, nism_valid_to].every((value) => typeof value === 'string');
  if (!texts || !STANDINGS.some((known) => known === standing)) return null;
  return { name, category, reg_no, valid_to, nism_valid_to, standing } as AuthorEntry;
}

/** Whether the register says what was signed. A closed account shows no name, so only that it is closed is compared. */
export function saysTheSame(signed: AuthorEntry, now: AuthorEntry): boolean {
  return authorChanges(signed, now).length === 0;
}
