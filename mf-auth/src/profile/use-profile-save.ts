import { readProfile } from '@vimarsh/shared/contract/identity/routes.ts';
import { readKyc, updateProfile } from '@vimarsh/shared/contract/profile/routes.ts';
import { useRefresh } from '@vimarsh/shared/kit/query/query.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { resolve } from '../named-routes.ts';
import { afterSave } from './after-save.ts';
import { type Fields, type Files, profileSaveMachine, type SaveAnswer } from './profile-save.machine.ts';

interface SaveListeners {
  onSaved?: () => void;
  /** The server's message for each field, and of the whole. */
  onRefused?: (errors: Fields, why: string) => void;
}

/** Saves the profile from any screen: notices, events and where it leads (spec 4, profile save). */
export function useProfileSave(step: 1 | 2, listeners: SaveListeners = {}) {
  const session = useSession();
  const { path } = usePath();
  const refresh = useRefresh();
  const machine = useMemo(
    () =>
      profileSaveMachine.provide({
        actors: {
          save: fromPromise<SaveAnswer, { fields: Fields; files: Files }>(({ input, signal }) =>
            session.request(updateProfile, { body: formOf(input.fields, input.files) as never }, { signal }),
          ),
        },
      }),
    [session.request],
  );
  const actor = useActorRef(machine, { input: { step } });
  const state = useSelector(actor, (snapshot) => snapshot);

  const latest = useRef({ session, path, refresh, listeners });
  latest.current = { session, path, refresh, listeners };
  useEffect(() => {
    const saved = actor.on('saved', ({ answer, dialog }) => {
      const { session: now, path: here, refresh: again, listeners: callbacks } = latest.current;
      callbacks.onSaved?.();
      const next = afterSave({ dialog, here, planWaits: now.takePlanDialog, profession: answer.data?.profile_data.profession ?? '' });
      now.notify({ kind: 'success', title: 'Success', text: 'Profile updated!', ms: 3000 });
      now.emit('profile.updated', { user_id: answer.data?.user_data.user_id ?? '' });
      again(readProfile, readKyc);
      const documents = resolve({ name: 'profileUpdate', active_step: 2 });
      // At once: on a slow network one may have gone back to the first step before the profile is read again.
      if (next === null) navigate(documents, { replace: true });
      void now.refreshProfile().then(() => {
        if (next === 'reload') location.assign(documents);
        else if (next) navigate(next.to);
      });
    });
    const refused = actor.on('refused', ({ answer }) => {
      const errors = Object.fromEntries((answer?.problems ?? []).map(({ path: field, message }) => [field, message]));
      latest.current.listeners.onRefused?.(errors, answer?.validation ?? '');
    });
    return () => {
      saved.unsubscribe();
      refused.unsubscribe();
    };
  }, [actor]);
  return { state, send: actor.send };
}

function formOf(fields: Fields, files: Files): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}
