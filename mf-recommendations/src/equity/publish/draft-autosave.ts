import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { useSoon } from '@vimarsh/shared/kit/drafts.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useCallback, useRef, useState } from 'react';
import { type CallForm, emptyForm } from './call-form.ts';
import { callDrafts, type SavedDraft } from './draft.store.ts';

const DRAFTS = callDrafts();

export interface Draft {
  /** The form's initial values. */
  start: { form: CallForm; cid: string };
  /** A saved draft on a stock other than the path's. It is kept until this form is edited. */
  other: SavedDraft | null;
  autosave: (form: CallForm, cid: string) => void;
  /** "Draft saved 14:32:05 IST", or that it can't be saved. */
  savedAt: string;
  drop: () => void;
}

/**
 * Starts with the saved draft or the stock of the path, and saves every change for this user on this device: soon after it, or on
 * leaving. Signing out empties the device, and nothing is written after it.
 */
export function useDraft(userId: string, stock: string): Draft {
  const session = useSessionApi();
  const [{ start, other }] = useState(() => {
    const saved = DRAFTS.load(userId);
    const fits = saved !== null && (stock === '' || saved.form.stock === stock);
    const fresh = { form: emptyForm(stock), cid: crypto.randomUUID() as string };
    return { start: fits ? { form: saved.form, cid: saved.cid } : fresh, other: fits ? null : saved };
  });
  const [savedAt, setSavedAt] = useState('');
  const [touched, setTouched] = useState(false);
  const { soon, never } = useSoon();
  const first = useRef(start.form);
  const autosave = useCallback(
    (form: CallForm, cid: string) => {
      never();
      // A change of only the proposed validity is not worth saving.
      if (sameBut(form, first.current, 'valid_till')) return;
      soon(() => {
        if (session.snapshot().user?.id !== userId) return;
        setTouched(true);
        const stored = DRAFTS.save(userId, { form, cid, saved_at: Date.now() });
        setSavedAt(stored ? `Draft saved ${formatIstTime(new Date())}` : 'This browser does not save drafts. Stay on this page until you publish.');
      });
    },
    [session, userId, soon, never],
  );
  const drop = useCallback(() => {
    never();
    DRAFTS.drop(userId);
    setSavedAt('');
  }, [userId, never]);
  return { start, other: touched ? null : other, autosave, savedAt, drop };
}

const sameBut = (a: CallForm, b: CallForm, except: keyof CallForm): boolean =>
  (Object.keys(a) as (keyof CallForm)[]).every((field) => field === except || a[field] === b[field]);
