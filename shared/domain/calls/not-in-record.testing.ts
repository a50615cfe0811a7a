import type { OptionCall } from '../../contract/calls/options/types.ts';
import type { Call } from '../../contract/calls/types.ts';
import type { JudgedExpert } from '../../contract/experts/types.ts';
import type { ShownAuthor } from './author-step.ts';
import type { RecordedCall } from './equity/shown-call.ts';
import type { RecordedOption } from './options/shown-option.ts';

/** Why a shown field is not derived from the record, in a sentence. */
type Why = string;

type NotCompared<Shown, Compared> = { readonly [Field in Exclude<keyof Shown, keyof Compared>]: Why };
type NotOfAuthor<Shown> = { readonly [Field in Exclude<keyof Shown, keyof ShownAuthor>]: Why };

const PICTURE = 'A person changes it whenever they like, and nobody is judged by it.';

/**
 * Everything that a card, a detail, an expert's page and a widget show and that does not follow from the record, each with its reason. A new field
 * of a call or an expert does not compile until it is either compared with the record or stands here. docs/record-format.md tells the same.
 */
export const NOT_IN_RECORD = {
  /** A call on shares, as a card and a detail show it. */
  call: { expert: 'Its name, category, number and verification are compared with the author’s record; the rest stands under author.' } satisfies NotCompared<
    Call,
    RecordedCall
  >,
  option: {
    expert: 'As of a call on shares.',
    now: 'Where an open call stands at the quotes of this moment: prices of the market, which no event holds before they decide something.',
  } satisfies NotCompared<OptionCall, RecordedOption>,
  /** The author in a card or a detail. */
  author: { picture: PICTURE } satisfies NotOfAuthor<Call['expert']>,
  /** An expert on their own page, and in the store. */
  expert: {
    picture: PICTURE,
    city: 'Where a person works is no part of a result, and personal data is not signed.',
    style: 'Their own words about themselves.',
    followers: 'Counted from who follows; who follows whom is personal. The check of the whole record counts it again.',
    following: 'The reader’s own choice.',
  } satisfies NotOfAuthor<JudgedExpert>,
} as const;

/**
 * Columns of the tables of the record and of follows in which another value is not noticed by `npm run check-record`, each with its reason. Every other
 * column of these tables is: `npm run lab -- altered` alters one after the other.
 */
export const NOT_CHECKED_COLUMNS: Readonly<Record<string, Why>> = {
  'follows.lot': 'In which order followers are told: drawn anew for each message, and shown to nobody.',
  'ledger_head.differs': 'What the last whole check found. The next one writes it anew.',
  'ledger_head.judged_until': 'How far prices have judged. Judging a stretch twice changes nothing.',
  'ledger_head.key': 'Which key signs next. A number without a key stops whoever writes, by the sentence that the record differs.',
  'ledger_roots.published_at': 'When a root was due, which its trading date says: nobody who checks a root believes this time.',
  'ledger_row_rules.kind': 'By which rules of this program rows were made. At worst they are made anew from the events.',
  'ledger_row_rules.rules': 'As the kind beside it.',
  'log_heads.signed_at': 'The server’s own time of a head, which its signature does not hold. Witnesses and stamps say when it was there.',
};
