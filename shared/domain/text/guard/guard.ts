import { findAccess } from './access.ts';
import { findMessenger, findRemoteApp } from './apps.ts';
import { assuranceWords, findAssurance, solidAssurances } from './assurances.ts';
import { findEmail, findMailbox, findMeeting, findNumberRequest, findPhone, spellOut } from './contacts.ts';
import { Manner } from './denials.ts';
import { createLexicon, type Lexicon, withoutDisguises } from './disguises.ts';
import type { FindingKind, Span } from './finding.ts';
import { findPayment } from './payments.ts';
import { phraseKeys } from './phrases.ts';
import { MESSENGERS, REMOTE_APPS } from './tables/apps.ts';
import { MAIL_PROVIDERS } from './tables/contact-words.ts';
import { HANDLES } from './tables/payment-words.ts';
import { type ReadText, readTokens, squeeze, type Token } from './tokens.ts';
import { findSite } from './web.ts';

const appWords = [...MESSENGERS, ...REMOTE_APPS].filter(({ vague }) => !vague).flatMap(({ words }) => words);
const single = (words: readonly string[]): string[] =>
  words
    .map(phraseKeys)
    .filter((keys) => keys.length === 1)
    .map(([key]) => key!);

/** Words of every rule but that of tips. */
export const GUARDED_WORDS: readonly string[] = [...appWords.flatMap(phraseKeys), ...assuranceWords(), ...MAIL_PROVIDERS, ...HANDLES];
export const SOLID_WORDS: readonly string[] = [
  ...single(appWords).filter((word) => word !== 'anydesk' && word !== 'quicksuport' && word !== 'facebok'),
  ...solidAssurances(),
];
/** Names in which one letter may be wrong; another word is near none of them. */
export const LONG_NAMES: readonly string[] = ['whatsapp', 'telegram', 'instagram', 'anydesk', 'teamviewer', 'quicksupport', 'rustdesk'].map(squeeze);
/** Words in which a star stands for a letter: “b*y”. */
export const STARRED: readonly string[] = [
  ...['buy', 'sell', 'target', 'tgt', 'stoploss', 'long', 'short', 'guaranteed', 'guarantee', 'assured', 'profit', 'jackpot', 'whatsapp', 'telegram'],
  ...['instagram', 'insta', 'gmail', 'paytm', 'phonepe', 'anydesk', 'teamviewer', 'discord', 'signal', 'sure', 'fixed', 'accumulate', 'number', 'upi', 'gpay'],
].map(squeeze);
const LEXICON = createLexicon(GUARDED_WORDS, SOLID_WORDS, LONG_NAMES, STARRED);

/** Who warns of an app may name several. */
const NEAR_WARNING = 10;

/** A text read once for the rules: as it is written, and without disguises. */
export interface GuardedText {
  readonly read: ReadText;
  readonly tokens: readonly Token[];
  readonly manner: Manner;
}

export function readGuarded(text: string, lexicon: Lexicon = LEXICON): GuardedText {
  const read = readTokens(text);
  const tokens = withoutDisguises(read.folded.text, read.tokens, lexicon);
  return { read, tokens, manner: new Manner(read, tokens) };
}

/** What leads out of the platform or promises a profit, with its place in the folded text, or null. */
export function findForbidden({ read, tokens, manner }: GuardedText): { readonly kind: FindingKind; readonly what: string; readonly span: Span } | null {
  const { text } = read.folded;
  const isWarned = (from: number, to: number): boolean => manner.warns(from) || manner.isDenied(from, to);
  const spelled = spellOut(text, read.tokens);
  const phone = findPhone(text, read.tokens, spelled);
  const payment = findPayment(spelled, tokens, phone, isWarned, manner.asks);
  if (payment) return { kind: 'payment', what: 'a payment address', span: payment };
  const request = findNumberRequest(tokens, isWarned);
  if (request) return { kind: 'contact', what: 'a phone number', span: request };
  const messenger = findMessenger(tokens, isWarned, (at) => manner.asks(at) || manner.isMarked(at));
  if (messenger) return { kind: 'messenger', what: 'a messenger link', span: messenger };
  if (phone) return { kind: 'contact', what: 'a phone number', span: phone };
  const email = findEmail(text, tokens) ?? findMailbox(tokens, isWarned);
  if (email) return { kind: 'contact', what: 'an e-mail address', span: email };
  const meeting = findMeeting(tokens, (from, to) => isWarned(from, to) || manner.asks(from));
  if (meeting) return { kind: 'contact', what: 'a meeting elsewhere', span: meeting };
  const site = findSite(read, read.tokens);
  if (site) return { kind: 'contact', what: 'a link', span: site };
  const remote = findRemoteApp(tokens, (from, to) => manner.warns(from) || manner.isDenied(from, to, NEAR_WARNING));
  if (remote) return { kind: 'remote', what: 'an app for access to a device', span: remote };
  const access = findAccess(tokens, manner);
  if (access) return { kind: 'access', what: 'access to an account', span: access };
  const assurance = findAssurance(tokens, manner);
  return assurance && { kind: 'assurance', what: 'a promise of profit', span: assurance };
}
