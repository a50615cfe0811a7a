import * as z from 'zod/mini';

/** Readers of a URL drop line ends and blanks at its ends without a word, or stumble over those inside. */
const BLANK = /[\s\p{Cc}]/u;

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

/** A setting that is a URL of one of these protocols, as `https:`. */
export const url = (name: string, protocols: readonly string[]) =>
  z.string().check(
    z.refine((value) => !BLANK.test(value), { error: `${name} must be written without blanks and line ends (a blank in a password is %20)`, abort: true }),
    z.refine((value) => !protocols.some((protocol) => value.startsWith(`${protocol}//`)) || isDecodable(value), {
      error: `${name} can’t be read as a URL: write # / ? @ and % in its user and password as %23 %2F %3F %40 and %25`,
      abort: true,
    }),
    z.refine(
      (value) => protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`)) && isDecodable(value),
      `${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    ),
  );

/** An address on the web, inside of a setting that is JSON. */
export const webAddress = z.string().check(z.refine((value) => !BLANK.test(value) && /^https?:\/\//.test(value) && isDecodable(value)));
