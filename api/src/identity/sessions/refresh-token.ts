import { mac, sameText } from '../secrets.ts';

export interface RefreshClaims {
  session_id: string;
  counter: number;
}

/**
 * A refresh token is session, count and their MAC. The session row holds the newest count, so the same session and
 * count always give the same token: two tabs that refresh at once are handed the same successor, and nothing is stored.
 */
export function refreshToken(key: Buffer, { session_id, counter }: RefreshClaims): string {
  const text = `${session_id}.${counter}`;
  return `${text}.${mac(key, text)}`;
}

/** What a token we made says; null for anything else. */
export function readRefreshToken(key: Buffer, token: string): RefreshClaims | null {
  const match = /^([A-Za-z0-9_-]{1,64})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(token);
  if (!match) return null;
  const [, session_id, counter, signature] = match as unknown as [string, string, string, string];
  return sameText(signature, mac(key, `${session_id}.${counter}`)) ? { session_id, counter: Number(counter) } : null;
}

export type Presented = 'current' | 'behind' | 'reused';

/** How long the answer to a refresh may have been lost on its way. */
export const REFRESH_GRACE_MS = 10 * 60_000;

/**
 * What a genuine token means for its session. One step behind within the grace: the client never received the answer,
 * or another tab was quicker; it gets the current pair. Anything older has been used before.
 */
export function judgePresented(presented: number, session: { counter: number; rotated_at: Date }, now: Date): Presented {
  if (presented === session.counter) return 'current';
  const inGrace = now.getTime() - session.rotated_at.getTime() <= REFRESH_GRACE_MS;
  return presented === session.counter - 1 && inGrace ? 'behind' : 'reused';
}
