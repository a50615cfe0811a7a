import { asItLooks } from '@vimarsh/shared/domain/text/forbidden-words.ts';
import { Fail } from '../../platform/platform.ts';
import { seenOf } from '../../platform/text/seen-text.ts';

/** What looks like our badge of a verified expert: its mark, and its word in English and Hindi. */
const BADGE =
  /[\u221a\u237b\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}]\ufe0f?|\bv[\s._*-]*[e3][\s._*-]*r[\s._*-]*[i1l|!][\s._*-]*f[\s._*-]*[i1l|!][\s._*-]*[e3][\s._*-]*d\b|सत्यापित|प्रमाणित|वेर[िी]फ\u093c?ा[इई]ड/giu;

/** Who watches over the market: nobody is called so. */
const AUTHORITY = /\bSEBI\b|\b(?:NSE|nse|Nse|BSE|bse|Bse)\b|\b[Ss][.\s-]+[Ee][.\s-]+[Bb][.\s-]+[Ii]\b|(?<![\p{L}\p{M}])सेबी(?![\p{L}\p{M}])/gu;
/** Names that people have as well: Sebi Thomas, Vimarsh Jain. Alone, or beside an office, they are the regulator’s and this site’s. */
const ALSO_NAMES = /\b(?:sebi|vimarsh)\b|(?<![\p{L}\p{M}])विमर्श(?![\p{L}\p{M}])/giu;
const OFFICE =
  /\b(?:officers?|officials?|office|support|help|helpdesk|helpline|desk|care|team|staff|admins?|administrator|moderator|manager|executive|services?|dept|department|compliance|grievances?|research|registered|approved|certified|authority|customer|payments?|refunds?|app|pro|premium)\b|टीम|सपोर्ट|सहायता|हेल्प|कस्टमर/iu;

/** Small capitals, and letters of other scripts that pass for one in these words. */
const LOOKS = new Map([...'ᴠᴇʀɪꜰᴅꜱʙɴᴍᴀʜѵνвВΒεΕΙιıΝΜмнг'].map((letter, at) => [letter, [...'verifdsbnmahvvbBBeEIiiNMmhr'][at]!] as const));

/** Accents on Latin letters hide no word. */
const readAs = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{Mn}+/gu, '')
    .normalize('NFC');
  return asItLooks([...plain].map((letter) => LOOKS.get(letter) ?? letter).join(''));
};

const wearsBadge = (read: string): boolean => read.search(BADGE) !== -1;
const speaksForOthers = (read: string): boolean =>
  read.search(AUTHORITY) !== -1 || (read.search(ALSO_NAMES) !== -1 && (OFFICE.test(read) || !/\p{L}/u.test(read.replace(ALSO_NAMES, ''))));

function refuse(message: string): never {
  throw new Fail('BAD_REQUEST', { validation: message, problems: [{ path: 'full_name', message }] });
}

/** People don't wear our badge in their names, and are not called as if they spoke for SEBI, an exchange or this site. */
export function refuseBadge(full_name: string): void {
  const read = readAs(full_name);
  if (wearsBadge(read)) refuse('Leave out check marks and the word “verified”: who is verified is shown beside the name.');
  if (speaksForOthers(read)) refuse('Write your own name: it can’t be one of SEBI, an exchange or this site.');
}

/** A name that somebody else vouches for, without what may not stand in it. */
export function plainName(given: string): string {
  const seen = tidy(
    seenOf(given)
      .replace(/\p{Cc}/gu, ' ')
      .replace(BADGE, ''),
  );
  const read = readAs(seen);
  if (!wearsBadge(read) && !speaksForOthers(read)) return seen;
  const left = tidy(read.replace(BADGE, '').replace(AUTHORITY, '').replace(ALSO_NAMES, ''));
  return wearsBadge(left) || speaksForOthers(left) ? '' : left;
}

const tidy = (name: string): string => name.replace(/\s+/g, ' ').trim();
