import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type CallForm, emptyForm } from './call-form.ts';
import { dropDraft, loadDraft, type SavedDraft, saveDraft } from './draft.store.ts';

const SAVE_AFTER_MS = 400;

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

/** Starts with the saved draft or the stock of the path, and saves every change for this user on this device. */
export function useDraft(userId: string, stock: string): Draft {
  const [{ start, other }] = useState(() => {
    const saved = loadDraft(localStorage, userId, Date.now());
    const fits = saved !== null && (stock === '' || saved.form.stock === stock);
    const fresh = { form: emptyForm(stock), cid: crypto.randomUUID() as string };
    return { start: fits ? { form: saved.form, cid: saved.cid } : fresh, other: fits ? null : saved };
  });
  const [savedAt, setSavedAt] = useState('');
  const [touched, setTouched] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = useRef(start.form);
  const autosave = useCallback(
    (form: CallForm, cid: string) => {
      clearTimeout(timer.current);
      // A change of only the proposed validity is not worth saving.
      if (sameBut(form, first.current, 'valid_till')) return;
      timer.current = setTimeout(() => {
        setTouched(true);
        const stored = saveDraft(localStorage, userId, { form, cid, saved_at: Date.now() });
        setSavedAt(stored ? `Draft saved ${formatIstTime(new Date())}` : 'This browser does not save drafts. Stay on this page until you publish.');
      }, SAVE_AFTER_MS);
    },
    [userId],
  );
  const drop = useCallback(() => {
    clearTimeout(timer.current);
    dropDraft(localStorage, userId);
    setSavedAt('');
  }, [userId]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { start, other: touched ? null : other, autosave, savedAt, drop };
}

const sameBut = (a: CallForm, b: CallForm, except: keyof CallForm): boolean =>
  (Object.keys(a) as (keyof CallForm)[]).every((field) => field === except || a[field] === b[field]);
