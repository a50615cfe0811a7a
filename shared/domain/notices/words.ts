import type { AccountNotice, AlertNotice, CallNotice, ChatNotice, NoticeTopic, Told } from '../../contract/notices/types.ts';
import { alertWords, figureWords } from '../alerts/words.ts';
import { demoTimeName } from '../bookings/booking-days.ts';
import { STOPPED_WORDS } from '../money/renewal-stops.ts';
import { DOCUMENT_NAMES } from '../people/review.ts';
import { formatInr, formatIst, formatPercent } from '../text/formats.ts';

/** The drawer's headings. */
export const TOPIC_TITLES: Readonly<Record<NoticeTopic, string>> = {
  new_calls: 'New calls',
  my_calls: 'Call updates',
  chat: 'Chats',
  account: 'Account',
  market: 'Market',
};

export const topicOf = (what: Told): CallNotice['topic'] => (what === 'publish' ? 'new_calls' : 'my_calls');

/** Product A.7: a loss and a win are told in the same words. */
const HAPPENED: Readonly<Record<Told, string>> = {
  publish: 'New call',
  entry_fill: 'Entry reached',
  tighten_sl: 'Stop-loss moved closer',
  corp_adjust: 'Levels adjusted for a corporate action',
  target_hit: 'Target reached',
  sl_hit: 'Stop-loss reached',
  exited: 'Exited early',
  expired: 'Expired',
  lapsed: 'Entry not triggered',
  cancelled: 'Cancelled',
  unjudged: 'Ended, not judgeable',
  correction: 'Corrected by two people',
  ended: 'Call ended',
};

const KINDS = { intraday: 'intraday call', shortTerm: 'short-term call', mediumTerm: 'medium-term call', longTerm: 'long-term call' } as const;

export interface NoticeWords {
  /** What happened. */
  readonly title: string;
  readonly stock: string;
  /** Which kind of call. */
  readonly call: string;
  /** By whom. */
  readonly expert: string;
  /** Signed, with its unit; '' where there is none. */
  readonly result: string;
  /** Whether costs are taken off the result; '' without one. */
  readonly costs: '' | 'after costs' | 'before costs';
}

/** Which kind of call: "short-term call"; of one that has no name here, "call". */
export const callKind = ({ kind, term }: CallNotice['call']): string => (kind === 'options' ? 'option call' : term === null ? 'call' : KINDS[term]);

/** What a notice says, in its parts. Which way a call ended changes the title and the number, nothing else. */
export const noticeWords = ({ what, call, expert, result, made }: Pick<CallNotice, 'what' | 'call' | 'expert' | 'result' | 'made'>): NoticeWords => ({
  // Its plain name would say the opposite of the result.
  title: what === 'sl_hit' && made !== undefined && made > 0 ? 'Closed at a moved stop' : HAPPENED[what],
  stock: call.stock,
  call: callKind(call),
  expert: expert.full_name,
  result: result === null ? '' : formatPercent(made ?? result),
  costs: result === null ? '' : made === undefined ? 'before costs' : 'after costs',
});

export interface TitledWords {
  readonly title: string;
  /** What it is about, in parts; the first is a symbol where there is one. */
  readonly about: readonly string[];
}

/** What a notice of an alert says. */
export function alertNoticeWords({ what, alert, call, expert }: Pick<AlertNotice, 'what' | 'alert' | 'call' | 'expert'>): TitledWords {
  if (what === 'alerts_most')
    return { title: '20 of your alerts have fired today', about: ['Those that fire until midnight are not told. They stand under Alerts.'] };
  if (call) return { title: 'Alert: new call', about: [call.stock, callKind(call), ...(expert ? [expert.full_name] : [])] };
  if (!alert) return { title: 'Alert', about: [] };
  const { condition, points, figure } = alert;
  const { about, waits } = alertWords(condition, { points, expert: '' });
  return { title: `Alert: ${waits}`, about: [about, `reached ${figureWords(condition, figure, points)}`] };
}

const CHAT_TITLES: Readonly<Record<ChatNotice['what'], string>> = {
  requested: 'New chat request',
  accepted: 'Chat request accepted',
  denied: 'Chat request declined',
  expired: 'Chat request ended unanswered',
  closed: 'Chat closed',
  message: 'New message',
  case: 'A case about your chat is closed',
};

/** What a notice says of a chat: never a text of it. */
export function chatNoticeWords({ what, other, case: about }: Pick<ChatNotice, 'what' | 'other' | 'case'>): TitledWords {
  if (!about) return { title: CHAT_TITLES[what], about: [other] };
  const end = about.upheld ? 'The moderator has acted on it.' : 'The moderator found nothing to act on.';
  const read = about.texts_read ? ['A moderator has read this chat for the case.'] : [];
  return { title: CHAT_TITLES[what], about: [other, end, ...read, `Case ${about.id}`] };
}

const ACCOUNT_TITLES: Readonly<Record<AccountNotice['what'], string>> = {
  document_verified: 'Document verified',
  document_rejected: 'Document not accepted',
  demo_booked: 'Demo booked',
  demo_moved: 'Demo moved',
  demo_cancelled: 'Demo cancelled',
  renewal_announced: 'Your plan renews soon',
  renewal_done: 'Your plan is renewed',
  renewal_refused: 'Your plan could not be renewed yet',
  renewal_stopped: 'Your plan renews no more',
  plan_ends: 'Your plan ends soon',
  referral_credited: '7 days are added to your account',
  refund_failed: 'Your refund could not be paid',
  refund_by_bank: 'Your refund is paid',
  refund_account: 'Your bank account for refunds',
  order_unknown: 'Look for an order at your broker',
};

/** What a notice says of the account of its reader. */
export function accountNoticeWords({
  what,
  document,
  demo,
  renewal,
  refund,
  order,
}: Pick<AccountNotice, 'what' | 'document' | 'demo' | 'renewal' | 'refund' | 'order'>): TitledWords {
  if (order) return { title: ACCOUNT_TITLES[what], about: [order.symbol, 'Nobody can say what became of it. The order says what to do.'] };
  if (refund) return { title: ACCOUNT_TITLES[what], about: refundWords(what, refund) };
  if (renewal) return { title: ACCOUNT_TITLES[what], about: renewalWords(what, renewal) };
  if (what === 'referral_credited')
    return { title: ACCOUNT_TITLES[what], about: ['For a sign-up with a code. My account shows on which plan and until when.'] };
  const again = what === 'document_rejected' ? ['Your profile says why, and takes it again.'] : [];
  return { title: ACCOUNT_TITLES[what], about: [...(document ? [DOCUMENT_NAMES[document]] : []), ...(demo ? [demoTimeName(demo)] : []), ...again] };
}

function refundWords(what: AccountNotice['what'], { amount_paise, ends_with }: NonNullable<AccountNotice['refund']>): string[] {
  const sum = formatInr(amount_paise / 100);
  if (what === 'refund_account') return [ends_with ? `Refunds may go to the account ending in ${ends_with}.` : 'It was removed.'];
  if (what === 'refund_by_bank') return [`${sum} was sent to your account ending in ${ends_with}.`];
  return [ends_with ? `${sum} goes to your account ending in ${ends_with} instead.` : `${sum} is still yours. Tell us an account of yours.`];
}

function renewalWords(what: AccountNotice['what'], { plan, days, pay_paise, at, why }: NonNullable<AccountNotice['renewal']>): string[] {
  const [sum, when] = [formatInr(pay_paise / 100), formatIst(at)];
  const about = `${plan} for ${days} days`;
  if (what === 'renewal_announced') return [about, `${sum} is taken from ${when} on. You can stop it before then under My account, Plan.`];
  if (what === 'renewal_done') return [about, `${sum} is paid. It runs until ${when}.`];
  if (what === 'renewal_refused') return [about, `Your bank refused ${sum}. It is tried once more from ${when} on.`];
  if (what === 'plan_ends') return [about, `It ends on ${when} and does not renew by itself.`];
  return [about, ...(why === '' ? [] : [STOPPED_WORDS[why]]), `It ends on ${when}.`];
}
