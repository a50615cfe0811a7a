import { type Drafts, openDrafts, useSoon } from '@vimarsh/shared/kit/drafts.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { newId } from './new-id.ts';

export interface SavedDraft<Form> {
  form: Form;
  /** The draft's intent to publish. It survives a reload, so that publishing twice returns the first call. */
  cid: string;
  /** Epoch ms. */
  saved_at: number;
}

/** The saved drafts of one kind of call, under `name` on this device. */
export const openCallDrafts = <Form>(name: string, form: z.ZodMiniType<Form>, storage?: () => Storage): Drafts<SavedDraft<Form>> =>
  openDrafts<SavedDraft<Form>>(name, z.object({ form, cid: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)), saved_at: z.number() }), storage);

/** Where the drafts of one kind of call are kept, and how a new one begins. */
export interface DraftKind<Form> {
  drafts: Drafts<SavedDraft<Form>>;
  /** A new form. `subject`: what the path names. */
  empty(subject?: string): Form;
  subjectOf: (form: Form) => string;
}

export interface Draft<Form> {
  /** The form's initial values. */
  start: { form: Form; cid: string };
  /** A saved draft on something other than what the path names. It is kept until this form is edited. */
  other: SavedDraft<Form> | null;
  autosave: (form: Form, cid: string) => void;
  /** "Draft saved in this browser", without a time: in a demo the page has another clock than this device. Or that it can't be saved. */
  savedAt: string;
  drop: () => void;
}

/**
 * Starts with the saved draft or with what the path names, and saves every change for this user on this device: soon after it, or on
 * leaving. What another tab has saved meanwhile is not written over: this one says so. Signing out empties the device, and nothing is
 * written after it.
 */
export function useDraft<Form extends object>({ drafts, empty, subjectOf }: DraftKind<Form>, userId: string, subject: string): Draft<Form> {
  const session = useSessionApi();
  const [{ start, other, found }] = useState(() => {
    const saved = drafts.load(userId);
    const fits = saved !== null && (subject === '' || subjectOf(saved.form) === subject);
    const fresh = { form: empty(subject), cid: newId() };
    return { start: fits ? { form: saved.form, cid: saved.cid } : fresh, other: fits ? null : saved, found: saved?.saved_at ?? null };
  });
  const [savedAt, setSavedAt] = useState('');
  const [touched, setTouched] = useState(false);
  const { soon, never } = useSoon();
  const first = useRef(start.form);
  /** Which saved draft this form knows of: any other is another tab's. */
  const known = useRef(found);
  const autosave = useCallback(
    (form: Form, cid: string) => {
      never();
      // A change of only the proposed validity is not worth saving.
      if (sameBut(form, first.current, 'valid_till')) return;
      soon(() => {
        if (session.snapshot().user?.id !== userId) return;
        const kept = drafts.load(userId);
        if (kept && kept.saved_at !== known.current) return setSavedAt('Not saved: another tab has saved this draft. Go on there, or publish from here.');
        setTouched(true);
        const saved_at = Date.now();
        const stored = drafts.save(userId, { form, cid, saved_at });
        if (stored) known.current = saved_at;
        setSavedAt(stored ? 'Draft saved in this browser' : 'This browser does not save drafts. Stay on this page until you publish.');
      });
    },
    [drafts, session, userId, soon, never],
  );
  const drop = useCallback(() => {
    never();
    drafts.drop(userId);
    known.current = null;
    setSavedAt('');
  }, [drafts, userId, never]);
  return { start, other: touched ? null : other, autosave, savedAt, drop };
}

const sameBut = <Form extends object>(a: Form, b: Form, except: string): boolean =>
  (Object.keys(a) as (keyof Form)[]).every((field) => field === except || a[field] === b[field]);
