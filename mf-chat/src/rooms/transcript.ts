import { readTranscript } from '@vimarsh/shared/contract/chat/routes.ts';
import type { Session } from '@vimarsh/shared/session';

export type Transcript = { readonly text: string; readonly sha256: string } | { readonly problem: string };

/** Parts of 500 entries; a room of 30 days has far fewer. */
const MOST_PARTS = 100;

export async function sha256Hex(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The whole room as text. Each part is held against the server's hash of it before anything is saved. */
export async function readWhole({ request }: Pick<Session, 'request'>, room: string): Promise<Transcript> {
  let text = '';
  let after = null as number | null;
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const query: { after?: string } = after === null ? {} : { after: String(after) };
    const { data, validation } = await request(readTranscript, { params: { room }, query }, { quiet: true });
    if (!data) return { problem: validation || 'Nothing was saved. Check your connection and try again.' };
    if ((await sha256Hex(data.text)) !== data.sha256) return { problem: 'The text that came does not match its hash, so nothing was saved. Try again.' };
    text += data.text;
    after = data.next;
    if (after === null) return { text, sha256: await sha256Hex(text) };
  }
  return { problem: 'This chat is too long for one file. Write to us, and you get it.' };
}
