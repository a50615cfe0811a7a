import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a widget token grants: data for one key's widget on one origin, for a time. No person is named in it. */
export interface WidgetGrant {
  readonly key: string;
  /** Exact origin of the partner page; '' for our own iframe page, which `frame-ancestors` binds instead. */
  readonly origin: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

export const WIDGET_TOKEN_SECONDS = 600;
/** An app was let in by its server's proof, which is good for minutes; what it has opened stays for a trading day. The key is asked about all the while. */
export const APP_TOKEN_SECONDS = 8 * 3600;

const sign = (body: string, secret: string): string => createHmac('sha256', secret).update(`widget.${body}`).digest('base64url');

export function mintWidgetToken(grant: WidgetGrant, secret: string): string {
  const body = Buffer.from(JSON.stringify(grant)).toString('base64url');
  return `${body}.${sign(body, secret)}`;
}

/**
 * The grant of a token, or null when it is forged, mangled or past its time. A grant has one name: the signature is compared as
 * it is written, because decoding passes over foreign characters and the last bits.
 */
export function readWidgetToken(token: string, secret: string, now: Date): WidgetGrant | null {
  const [body, signature, rest] = token.split('.');
  if (!body || !signature || rest !== undefined) return null;
  const given = Buffer.from(signature);
  const wanted = Buffer.from(sign(body, secret));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const grant = JSON.parse(Buffer.from(body, 'base64url').toString()) as WidgetGrant;
  return grant.exp * 1000 > now.getTime() ? grant : null;
}
