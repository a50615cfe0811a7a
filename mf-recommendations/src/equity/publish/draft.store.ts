import { openDrafts } from '@vimarsh/shared/kit/drafts.ts';
import * as z from 'zod/mini';
import type { SavedDraft } from '../../publishing/draft-autosave.ts';
import { type CallForm, callForm } from './call-form.ts';

const saved = z.object({ form: callForm, cid: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)), saved_at: z.number() });
export const callDrafts = (storage?: () => Storage) => openDrafts<SavedDraft<CallForm>>('publish-draft', saved, storage);
