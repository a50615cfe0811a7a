import * as z from 'zod/mini';
import { type CallForm, callForm } from './call-form.ts';

const saved = z.object({ form: callForm, cid: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)), saved_at: z.number() });
export interface SavedDraft {
  form: CallForm;
  /** Intent the draft belongs to; survives a reload, so that publishing twice answers the first call. */
  cid: string;
  /** Epoch ms. */
  saved_at: number;
}

const LIFE_MS = 30 * 24 * 3600 * 1000;
const key = (userId: string) => `vimarsh.publish-draft.${userId}`;

/** The unfinished draft of a user, or null: none, over 30 days old, or not a draft any more. Storage is never trusted. */
export function loadDraft(storage: Storage, userId: string, now: number): SavedDraft | null {
  try {
    const read = saved.safeParse(JSON.parse(storage.getItem(key(userId)) ?? 'null'));
    return read.success && now - read.data.saved_at < LIFE_MS ? read.data : null;
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
