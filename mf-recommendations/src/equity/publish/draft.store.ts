import { openDrafts } from '@vimarsh/shared/kit/drafts.ts';
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

export const callDrafts = (storage?: () => Storage) => openDrafts<SavedDraft>('publish-draft', saved, storage);
