import * as z from 'zod/mini';

/** Readers of a URL drop line ends, blanks at its ends and invisible signs without a word, or stumble over those inside. */
const BLANK = /[\s\p{Cc}\p{Cf}]/u;
const QUOTE = /["'`‘’“”«»]/;

/** A folder with a socket: `%2Ftmp`. */
const SOCKET = /^%2f/i;
/** A URL of the web is strict about its host; one of another protocol takes `मेल.example` and `mail.465`, which no address stands behind. */
const isHostName = (host: string): boolean => !host.includes('%') && URL.canParse(`http://${host}`);

/** Whether each part of a URL can be read: what reads it decodes `%41` in user, password, host and path. */
function isDecodable(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { username, password, hostname, pathname } = new URL(value);
  if (hostname !== '' && !SOCKET.test(hostname) && !isHostName(hostname)) return false;
  try {
    for (const part of [username, password, hostname, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

const UNREADABLE = 'can’t be read as a URL: write @ as %40, # as %23, / as %2F, ? as %3F, \\ as %5C and % as %25 in its user and password';

/** What may stand behind a host and its port, and how a sentence says it. */
export interface Rest {
  readonly allowed: RegExp;
  readonly words: string;
}
const ANY_PATH: Rest = { allowed: /^/, words: '' };

/**
 * What is wrong with an address, as the end of a sentence that its setting begins; null when nothing is. Never a part of it: it may hold a
 * password. A raw `#`, `/` or `?` ends the host for a reader, and the host before it is then another: mail would go to whoever owns that.
 */
export function addressProblem(value: string, protocols: readonly string[], rest: Rest = ANY_PATH): string | null {
  if (QUOTE.test(value[0] ?? '') || QUOTE.test(value.at(-1) ?? '')) return 'must be written without quotation marks around it';
  if (BLANK.test(value)) return 'must be written without blanks and line ends (a blank in a password is %20)';
  const protocol = protocols.find((each) => value.toLowerCase().startsWith(`${each}//`));
  if (protocol === undefined) return `must be a URL that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`;
  const behind = value.slice(protocol.length + 2);
  const [authority = ''] = behind.split(/[/?]/, 1);
  if (/[#\\]/.test(behind) || behind.split('@').length > 2 || behind.slice(authority.length).includes('@')) return UNREADABLE;
  const place = authority.slice(authority.indexOf('@') + 1);
  const port = /:([^\]:]*)$/.exec(place)?.[1];
  // Only a password that is cut short leaves letters where a port belongs.
  if (port !== undefined && /^\d*$/.test(port) && !(Number(port) >= 1 && Number(port) <= 65_535)) return 'must have a port from 1 to 65535 behind its colon';
  if (/\.(:\d+)?$/.test(place)) return 'must name its host without a dot at the end';
  if (!isDecodable(value)) return UNREADABLE;
  if (place === '' && !/^postgres/.test(protocol)) return 'must name a host';
  return rest.allowed.test(behind.slice(authority.length)) ? null : rest.words;
}

/** A setting that is a URL of one of these protocols, as `https:`. */
export const url = (name: string, protocols: readonly string[], rest?: Rest) =>
  z.string().check((context) => {
    const problem = addressProblem(context.value, protocols, rest);
    if (problem !== null) context.issues.push({ code: 'custom', message: `${name} ${problem}`, input: context.value });
  });

/** An address on the web, inside of a setting that is JSON. */
export const webAddress = z.string().check((context) => {
  const problem = addressProblem(context.value, ['https:', 'http:']);
  if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: context.value });
});
