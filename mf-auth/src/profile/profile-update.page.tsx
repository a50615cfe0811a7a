import { css } from '@emotion/react';
import { type ProfileData, readProfile } from '@vimarsh/shared/contract/identity.contract.ts';
import { type KycDocument, type ProfileFile, readKyc, updateProfile } from '@vimarsh/shared/contract/profile.contract.ts';
import { useQuery, useRefresh } from '@vimarsh/shared/kit/query.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page.tsx';
import { Skeleton } from '@vimarsh/shared/ui/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/tabs.tsx';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { readStep, resolve } from '../named-routes.ts';
import { afterSave } from './after-save.ts';
import { BecomeExpertDialog } from './become-expert.dialog.tsx';
import { ProfileForm } from './profile.form.tsx';
import { type Fields, type Files, profileSaveMachine, type SaveAnswer } from './profile-save.machine.ts';

const columnCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  max-width: 720px;
`;
const STEPS = [
  { value: '1', label: '1 Personal details' },
  { value: '2', label: '2 Verification' },
] as const;

/** The profile in two steps: who one is, and the documents that prove it (spec 2.6, 4). */
export function Page() {
  const own = useQuery(readProfile);
  const kyc = useQuery(readKyc);
  const failed = own.error ?? kyc.error;
  return (
    <Screen title="Profile">
      <div css={columnCss}>
        {own.data && kyc.data ? (
          <Steps profile={own.data.profile_data} documents={kyc.data.documents} registration={kyc.data.registration} />
        ) : failed ? (
          <ErrorState
            what="your profile"
            requestId={failed.requestId}
            onRetry={() => {
              own.refetch();
              kyc.refetch();
            }}
          />
        ) : (
          <Skeleton height={480} />
        )}
      </div>
    </Screen>
  );
}

interface StepsProps {
  profile: ProfileData;
  documents: readonly KycDocument[];
  registration: { reg_no: string; valid_to: string; nism_no: string; nism_expiry: string } | null;
}

function Steps({ profile, documents, registration }: StepsProps) {
  const session = useSession();
  const { query, path } = usePath();
  const refresh = useRefresh();
  const asked = readStep(query.get('active_step'));
  const [errors, setErrors] = useState<Fields>({});
  const [saves, setSaves] = useState(0);
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
  const actor = useActorRef(machine, { input: { step: asked } });
  const state = useSelector(actor, (snapshot) => snapshot);
  const { step, files, missing, dialog } = state.context;
  const saving = state.matches('saving');

  const around = useRef({ session, path, refresh });
  around.current = { session, path, refresh };
  useEffect(() => {
    const saved = actor.on('saved', ({ answer, dialog: wasOpen }) => {
      const { session: now, path: here, refresh: again } = around.current;
      setErrors({});
      setSaves((count) => count + 1);
      const next = afterSave({ dialog: wasOpen, here, planWaits: now.takePlanDialog, profession: answer.data?.profile_data.profession ?? '' });
      now.notify({ kind: 'success', title: 'Success', text: 'Profile updated!', ms: 3000 });
      now.emit('profile.updated', { user_id: answer.data?.user_data.user_id ?? '' });
      again(readProfile, readKyc);
      void now.refreshProfile().then(() => {
        if (next === 'reload') location.assign(resolve({ name: 'profileUpdate', active_step: 2 }));
        else navigate(next ? next.to : resolve({ name: 'profileUpdate', active_step: 2 }), { replace: next === null });
      });
    });
    const refused = actor.on('refused', ({ answer }) => {
      setErrors(Object.fromEntries((answer?.problems ?? []).map(({ path: field, message }) => [field, message])));
    });
    return () => {
      saved.unsubscribe();
      refused.unsubscribe();
    };
  }, [actor]);

  // The address decides which step opens; a tab pressed changes the address.
  useEffect(() => actor.send({ type: 'STEP', step: asked }), [actor, asked]);
  const show = (value: string) => navigate(resolve({ name: 'profileUpdate', active_step: value }), { replace: true });

  return (
    <>
      <Tabs label="Steps of the profile" items={STEPS} value={String(step) as '1' | '2'} onChange={show} panelId="profile-step" />
      <TabPanel id="profile-step" value={String(step)}>
        <ProfileForm
          // A saved profile fills the form anew.
          key={`${step} ${saves} ${profile.profession}`}
          step={step}
          profile={profile}
          documents={documents}
          registration={registration}
          files={files}
          errors={{ ...errors, ...Object.fromEntries(missing.map((field) => [field, 'Field is required'])) }}
          saving={saving && !dialog}
          onFile={(field: ProfileFile, file) => actor.send({ type: 'FILE', field, file })}
          onSave={(fields, absent) => {
            setErrors({});
            actor.send({ type: 'SAVE', fields, missing: absent });
          }}
          onBecomeExpert={() => actor.send({ type: 'BECOME_EXPERT' })}
        />
      </TabPanel>
      <BecomeExpertDialog open={dialog} busy={saving} onConfirm={() => actor.send({ type: 'CONFIRM' })} onClose={() => actor.send({ type: 'DISMISS' })} />
    </>
  );
}

function formOf(fields: Fields, files: Files): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}
