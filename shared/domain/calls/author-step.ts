import type { CallProof } from '../../contract/calls/types.ts';
import { AUTHOR, AUTHOR_OPENS, type AuthorEntry, authorRecordId, CLOSED_NAMES, RECORD_FORMAT, readEntry, type SignedAuthor } from './author-entry.ts';
import type { EventBody, RecordedEvent } from './ledger.ts';
import { type Known, type ProofStep, verifyProof } from './verify-proof.ts';

/** The events of an author's record; null where a site shows none, as those from before names were signed. */
export type AuthorEvents = readonly RecordedEvent[] | null;

/** An author as a card, a detail or a page shows them. Only a page has the validity and the status. */
export interface ShownAuthor {
  readonly user_id: string;
  readonly full_name: string;
  readonly profession: string;
  readonly reg_no: string;
  readonly verified: boolean;
  readonly valid_to?: string;
  readonly status?: string;
  /** Since when (UTC instant) new papers are under review. */
  readonly review_since?: string | undefined;
}

const LABEL = 'The author is the one who was signed';
const failing = (detail: string): ProofStep => ({ label: LABEL, ok: false, detail });

/** Which statuses of a page each standing gives; a registration lapses by its dates alone. */
const STATUSES: Readonly<Record<AuthorEntry['standing'], readonly string[]>> = {
  registered: ['verified', 'expiring', 'lapsed'],
  review: ['pending', 'unverified', 'rejected'],
  suspended: ['suspended'],
  left: ['suspended', 'closed'],
};

/** Why a publication does not hold that its author could not make. */
const UNREGISTERED: Readonly<Record<Exclude<AuthorEntry['standing'], 'registered'>, string>> = {
  review: 'It was published while its author’s registration was under review',
  suspended: 'It was published while its author was suspended',
  left: 'It was published after its author had left',
};

/** Whether a call shows the name, category and number that its publication and its author's record give. */
export function authorStep(shown: ShownAuthor, publication: RecordedEvent, author: AuthorEvents): ProofStep {
  const { format, feed } = publication.payload;
  const spoke = signedIn(publication);
  if (format !== undefined && (format !== RECORD_FORMAT || !spoke || typeof feed !== 'string'))
    return failing(`Its publication names no author or no feed, as format ${RECORD_FORMAT} has them`);
  if (author === null) {
    if (!spoke) return { label: LABEL, ok: true, detail: 'Its publication is older than signed names, and this site has no record of its author' };
    const wrong = differing(shown, spoke);
    return wrong.length > 0 ? failing(`The page shows another ${wrong.join(', ')} than its publication`) : signedAs(spoke);
  }
  const entries = entriesOf(author, publication.expert_id);
  if (!entries) return failing('The record of its author can’t be read');
  if (spoke && !inForce(entries, publication.ts).some((entry) => differing(asShown(entry), spoke).length === 0))
    return failing('Its publication names another author than the register had then');
  const standing = standingAt(entries, publication);
  if (standing !== null && standing !== 'registered') return failing(UNREGISTERED[standing]);
  return shownAuthorStep(shown, author);
}

/** Whether a page shows an author as the latest entry of their record has them. */
export function shownAuthorStep(shown: ShownAuthor, author: readonly RecordedEvent[]): ProofStep {
  const entries = entriesOf(author, shown.user_id);
  const entry = entries?.at(-1)?.entry;
  if (!entry) return failing('The record of this author can’t be read');
  const wrong = entry.standing === 'left' ? (CLOSED_NAMES.includes(shown.full_name) ? [] : ['name']) : differing(shown, entry);
  if (shown.verified && entry.standing !== 'registered') wrong.push('verification');
  if (shown.status !== undefined && !STATUSES[entry.standing].includes(shown.status)) wrong.push('status');
  if (shown.valid_to !== undefined && entry.standing !== 'left' && shown.valid_to !== entry.valid_to) wrong.push('validity');
  if (shown.review_since !== undefined && shown.review_since !== reviewBegan(entries)) wrong.push('beginning of a review');
  return wrong.length > 0 ? failing(`The page shows another ${wrong.join(', ')} than was signed`) : signedAs(entry);
}

/** The proof of an author's record as one step; a call's own proof has each part as a step. */
export async function authorProofStep(proof: CallProof, expert_id: string, known: Known): Promise<ProofStep> {
  const label = 'The author’s record is signed';
  const isOwn = proof.expert_id === expert_id && proof.call_id === authorRecordId(expert_id);
  const wrong = isOwn ? (await verifyProof(proof, known)).filter(({ ok }) => !ok).map((step) => step.label) : ['it is another’s'];
  return {
    label,
    ok: wrong.length === 0,
    detail:
      wrong.length > 0 ? `It does not hold: ${wrong.join(', ')}` : `${proof.events.length} event${proof.events.length === 1 ? '' : 's'}, under the same roots`,
  };
}

/** The events of a proof, as far as they can be read. Throws for texts that are none. */
export const eventsIn = ({ events }: CallProof): RecordedEvent[] =>
  events.map(({ canonical, hash, log }) => ({ ...(JSON.parse(canonical) as EventBody), hash, index: log?.index }));

interface Dated {
  readonly ts: string;
  readonly index: number | undefined;
  readonly entry: AuthorEntry;
}

function entriesOf(events: readonly RecordedEvent[], expert_id: string): Dated[] | null {
  const entries: Dated[] = [];
  for (const [index, event] of events.entries()) {
    const entry = readEntry(event.payload);
    const isOwn = event.kind === AUTHOR && event.expert_id === expert_id && event.call_id === authorRecordId(expert_id);
    if (!entry || !isOwn || (event.type === AUTHOR_OPENS) !== (index === 0)) return null;
    entries.push({ ts: event.ts, index: event.index, entry });
  }
  return entries.length > 0 ? entries : null;
}

/** When the review began that the latest entry is in. */
function reviewBegan(entries: readonly Dated[]): string | undefined {
  return entries[entries.findLastIndex(({ entry }) => entry.standing !== 'review') + 1]?.ts;
}

/** The entries that may have stood at an instant: the latest before it, and any of that very instant. */
function inForce(entries: readonly Dated[], ts: string): AuthorEntry[] {
  const before = entries.findLast((one) => one.ts < ts);
  return [...(before ? [before] : []), ...entries.filter((one) => one.ts === ts)].map(({ entry }) => entry);
}

/**
 * The author's standing when a call was published; null where their record begins later. The log has the order. Clocks of two nodes may differ by
 * seconds, so times count only for events that no head of the log covers yet, and there both of one instant may have come first.
 */
function standingAt(entries: readonly Dated[], { ts, index }: RecordedEvent): AuthorEntry['standing'] | null {
  if (index === undefined) {
    const then = inForce(entries, ts).map(({ standing }) => standing);
    return then.find((standing) => standing === 'registered') ?? then.at(-1) ?? null;
  }
  // An entry without a number lies behind the head that covers the publication.
  return entries.findLast((one) => one.index !== undefined && one.index < index)?.entry.standing ?? null;
}

function signedIn({ payload }: RecordedEvent): SignedAuthor | null {
  const author = payload.author as Partial<SignedAuthor> | null | undefined;
  const texts = [author?.name, author?.category, author?.reg_no];
  return texts.every((text) => typeof text === 'string') ? (author as SignedAuthor) : null;
}

const asShown = ({ name, category, reg_no }: SignedAuthor) => ({ full_name: name, profession: category, reg_no });

function differing(shown: Pick<ShownAuthor, 'full_name' | 'profession' | 'reg_no'>, signed: SignedAuthor): string[] {
  return [
    ...(shown.full_name === signed.name ? [] : ['name']),
    ...(shown.profession === signed.category ? [] : ['category']),
    ...(shown.reg_no === signed.reg_no ? [] : ['registration number']),
  ];
}

const signedAs = ({ name, category, reg_no }: SignedAuthor): ProofStep => ({
  label: LABEL,
  ok: true,
  detail: [name, category, reg_no].filter(Boolean).join(', '),
});
