import * as z from 'zod/mini';
import { type CallForm, callForm } from './call-form.ts';

const saved = z.object({ form: callForm, cid: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)), saved_at: z.number() });
export interface SavedDraft {
  form: CallForm;
  /** The draft's intent to publish. It survives a reload, so that publishing twice returns the first call. */
  cid: string;
  /** Epoch ms. */
  saved_at: number;
}

const LIFE_MS = 30 * 24 * 3600 * 1000;
const key = (userId: string) => `vimarsh.publish-draft.${userId}`;

/** A user's unfinished draft; null when there is none, it is over 30 days old or unreadable. Storage is never trusted. */
export function loadDraft(storage: Storage, userId: string, now: number): SavedDraft | null {
  try {
    const parsed = saved.safeParse(JSON.parse(storage.getItem(key(userId)) ?? 'null'));
    return parsed.success && now - parsed.data.saved_at < LIFE_MS ? parsed.data : null;
  } catch {
    return null;
  }
}

/** False when the browser refuses to store (full or private): the form says so instead of pretending. */
export function saveDraft(storage: Storage, userId: string, draft: SavedDraft): boolean {
  try {
    storage.setItem(key(userId), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(storage: Storage, userId: string): void {
  storage.removeItem(key(userId));
}
