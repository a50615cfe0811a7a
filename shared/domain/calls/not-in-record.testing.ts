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
    late_action: 'A corporate action that was listed after the call had ended: from the exchange’s list, which no event holds.',
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

/** The tables that `npm run check-record` compares with what was signed, or that hold what was signed. */
export const CHECKED_TABLES: readonly string[] = [
  ...['calls', 'option_calls', 'author_records', 'users', 'profiles', 'expert_registrations', 'follows', 'follower_counts', 'follower_days'],
  ...['call_events', 'call_receipts', 'expert_chains', 'ledger_roots', 'ledger_head', 'ledger_keys', 'ledger_row_rules', 'log_heads', 'log_tiles'],
];

/** All other tables of the database, under the reason why none of their columns is compared with the record. A new table stands in one of the lists. */
export const NOT_CHECKED_TABLES: readonly { readonly why: Why; readonly tables: readonly string[] }[] = [
  {
    why: 'Prices and what exchanges say of instruments and days, from the source that stands beside it. What decided a call is in its event, with the hash of its source.',
    tables: [
      ...['market_action_imports', 'market_actions', 'market_adjustments', 'market_ban_lists', 'market_bans', 'market_days', 'market_files', 'market_imports'],
      ...['market_index_days', 'market_settled_steps'],
      ...[
        'market_live_cover',
        'market_live_days',
        'market_live_differences',
        'market_live_holes',
        'market_live_journal',
        'market_live_minutes',
        'market_live_spans',
      ],
      ...['market_live_whole', 'option_closings', 'option_imports', 'option_quotes', 'contract_lots', 'calendar_rows', 'instrument_facts', 'instrument_files'],
      ...['instrument_isins', 'instrument_shares', 'symbol_changes', 'name_changes', 'company_names', 'sentiment_daily', 'watched_files', 'file_looks'],
    ],
  },
  {
    why: 'Messages. One that tells of a call has the receipt of that event, which its reader can check.',
    tables: [
      ...['notices', 'notice_boxes', 'notice_daily_mail', 'notice_events', 'notice_fanouts', 'notice_mail_waiting', 'notice_mutes', 'notice_quiet_hours'],
      ...['notice_waiting', 'notification_choices', 'outbox_messages', 'push_devices', 'push_keys'],
    ],
  },
  {
    why: 'A person’s own, shown to them and to those who serve them. Nobody is judged by it.',
    tables: [
      ...['alert_days', 'alert_fires', 'alerts', 'bank_accounts', 'challenges', 'consents', 'kyc_documents', 'kyc_numbers'],
      ...['chat_blocked', 'chat_files', 'chat_hours', 'chat_messages', 'chat_reads', 'chat_ready_answers', 'chat_rooms'],
      ...['password_attempts', 'password_history', 'passwords', 'people_pictures', 'record_requests', 'risk_profiles', 'saved_views'],
      ...['sessions', 'sign_in_journeys', 'social_identities', 'social_journeys', 'social_tickets', 'subscriptions', 'tickets', 'used_handovers'],
      ...['watchlist_items', 'watchlists', 'broker_customers', 'broker_sessions'],
    ],
  },
  {
    why: 'Posts and comments, what readers did with them, and moderation, also of chats. A call below a post is read from the record, by its reader’s rights.',
    tables: [
      ...[
        'buzz_blocked',
        'buzz_cases',
        'buzz_comments',
        'buzz_likes',
        'buzz_posts',
        'buzz_reports',
        'buzz_saves',
        'buzz_steps',
        'buzz_versions',
        'buzz_writes',
      ],
    ],
  },
  {
    why: 'What was said in rooms, below posts and by the desk, in chains of hashes of its own that the same command compares with the rows.',
    tables: ['communication_chains', 'communication_entries', 'communication_exports', 'communication_heads', 'communication_holds'],
  },
  {
    why: 'Money: plans, orders, payments, invoices and what they are shared by, in books of their own. No call and no result is part of them.',
    tables: [
      ...['billing_details', 'book_lines', 'coupons', 'invoice_series', 'invoices', 'plan_events', 'plan_mandates', 'plan_offers', 'plan_orders'],
      ...['plan_payments', 'plan_refunds', 'plan_renewals', 'referral_codes', 'referral_rewards', 'referrals', 'share_lines', 'share_payouts'],
      ...['share_statements', 'share_terms', 'demo_bank_events', 'demo_bank_key', 'demo_bank_mandates', 'demo_bank_orders', 'demo_bank_refunds'],
    ],
  },
  {
    why: 'Orders at a broker, shown to their owner alone and held against the broker’s own book, and the books of the broker that exists only here. No call is judged by them.',
    tables: [
      ...['trading_accounts', 'trading_authors', 'trading_differences', 'trading_orders', 'trading_steps', 'trading_told'],
      ...['paper_accounts', 'paper_baskets', 'paper_orders', 'paper_trades'],
    ],
  },
  {
    why: 'What a partner or the office set up for a site, and what came of it.',
    tables: ['access_keys', 'brokers', 'campaigns', 'campaigns_seen', 'demo_bookings', 'partners', 'widget_reports', 'audit_log'],
  },
  {
    why: 'Papers that were last accepted of an expert whose change is under review; empty otherwise. What pages show by them is compared with the author’s signed record.',
    tables: ['accepted_papers'],
  },
  { why: 'What an admin proposes to correct, shown to admins. What two of them decided is an event.', tables: ['call_corrections'] },
  {
    why: 'What witnesses and calendars outside answered, by their own signatures. Whoever reads it checks these, and a line that does not hold counts for nobody.',
    tables: ['log_anchors', 'log_cosignatures', 'log_refusals'],
  },
  {
    why: 'How the server does its work: shown to nobody.',
    tables: ['alert_clock', 'call_intents', 'database_purpose', 'demo_time', 'kysely_migration', 'limit_counts'],
  },
];

const UNOPENED = 'Another key than the one that signs is one that no server can open: the check ends with 2 and names it.';
const FIRST_KEY = 'Of the first key it says nothing, and nobody reads it. Of a later one it is signed by both keys, and compared.';
/** The reason of columns that no page about an expert or a call shows, as a test on the server proves. */
export const SHOWN_TO_ITS_PERSON =
  'Shown to the person alone and to those who serve them. No page about an expert or a call has it, and nobody is judged by it.';
const ownColumns = (table: string, columns: readonly string[]): Record<string, Why> =>
  Object.fromEntries(columns.map((column) => [`${table}.${column}`, SHOWN_TO_ITS_PERSON]));

/**
 * Columns of the checked tables in which another value is not noticed by `npm run check-record`, each with its reason. Every other column of these
 * tables is: `npm run lab -- altered` alters one after the other.
 */
export const NOT_CHECKED_COLUMNS: Readonly<Record<string, Why>> = {
  ...ownColumns('users', [
    ...['partner_key', 'username', 'email', 'email_verified', 'country_code', 'mobile', 'mobile_verified', 'roles', 'source', 'referral_code'],
    ...['ask_password_for_change', 'sign_in_count', 'last_seen', 'created_at', 'erase_at', 'through_broker'],
  ]),
  ...ownColumns('profiles', [
    ...['address', 'about_us', 'company', 'institute_name', 'gst_number', 'website', 'gmail', 'facebook', 'linkedin', 'telegram', 'youtube'],
    ...['sebi_certificate_status', 'pan_card_status', 'aadhar_card_status', 'nism_certificate_status', 'pan_card_number', 'aadhar_card_number'],
    ...['risk_category', 'risk_ends_at', 'broker_registration_no', 'dealer_of', 'cover_image', 'utm_source'],
  ]),
  'users.status': 'That an account was closed is compared. Any other word of it says who may sign in.',
  'profiles.picture': PICTURE,
  ...ownColumns('expert_registrations', ['valid_from', 'nism_no']),
  'expert_registrations.city': NOT_IN_RECORD.expert.city,
  'expert_registrations.style': NOT_IN_RECORD.expert.style,
  'expert_registrations.category': 'Which papers are asked for. As what a person is registered, their profession says.',
  'expert_registrations.skill_key': 'How an invented expert of the demo behaves.',
  'follows.user_id': 'Who follows whom is personal, and shown to that person alone. How many follow is counted again, and each of them needs an account.',
  'follows.lot': 'In which order followers are told: drawn anew for each message, and shown to nobody.',
  'ledger_head.differs': 'What the last whole check found. The next one writes it anew.',
  'ledger_head.judged_until': 'How far prices have judged. Judging a stretch twice changes nothing.',
  'ledger_head.key': 'Which key signs next. A number without a key stops whoever writes, by the sentence that the record differs.',
  'ledger_keys.public_key': UNOPENED,
  'ledger_keys.sealed': 'The private half, which is shown to nobody. A server that can’t open it signs nothing and says so.',
  'ledger_keys.made_at': 'When the server began to use a key, by its own clock: shown to nobody.',
  'ledger_keys.after_seq': FIRST_KEY,
  'ledger_keys.after_day': FIRST_KEY,
  'ledger_keys.root': FIRST_KEY,
  'ledger_keys.signed': FIRST_KEY,
  'ledger_keys.accepted': FIRST_KEY,
  'ledger_roots.published_at': 'When a root was due, which its trading date says: nobody who checks a root believes this time.',
  'ledger_row_rules.kind': 'By which rules of this program rows were made. At worst they are made anew from the events.',
  'ledger_row_rules.rules': 'As the kind beside it.',
  'log_heads.signed_at': 'The server’s own time of a head, which its signature does not hold. Witnesses and stamps say when it was there.',
};

/** Fields of an export and of what a browser gets, `#` for a place in a list, in which another value is not noticed by every check, each with its reason. */
export const NOT_CHECKED_FIELDS: Readonly<Record<string, Why>> = {
  calls: 'An export does not say how many calls there are. An expert’s own file of proof does, by its chain.',
  receipts: 'As of calls.',
  'shown.expert.picture': PICTURE,
  'shown.expert.verified': 'Whoever is shown as not verified is told less than the register says. Until which day it holds, the last days in it say.',
  'ledger.roots': 'A list that ends earlier has all roots of the proof. A browser that looked before misses the last it saw.',
  'ledger.roots.#.published_at': 'When a root was due, which its trading date says.',
  'ledger.roots.#.signature': 'Each root holds the hash of the one before, so the signature of the last stands for all. The program in Python looks at each.',
  'ledger.keys': 'Without a list the ledger has the one key beside it.',
  'ledger.public_key': 'A browser compares the key of the proof with the one it knows from elsewhere.',
  'proof.events.#.merkle.#.side': 'Our pages read a word that is neither left nor right as right, and the path has to give the root all the same.',
  'author.events.#.merkle.#.side': 'As of a call.',
};
