import { css } from '@emotion/react';
import { readProfile } from '@vimarsh/shared/contract/identity/routes.ts';
import type { ProfileData } from '@vimarsh/shared/contract/identity/types.ts';
import { readKyc } from '@vimarsh/shared/contract/profile/routes.ts';
import type { KycDocument, ProfileFile } from '@vimarsh/shared/contract/profile/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { RISK_PROFILE } from '@vimarsh/shared/domain/routing/member-places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { FirstCallSteps } from '@vimarsh/shared/ui/calls/first-call-steps.tsx';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { Skeleton, waits } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useEffect, useState } from 'react';
import { linksCss } from '../login/form.css.ts';
import { readStep, resolve } from '../named-routes.ts';
import { BecomeExpertDialog } from './become-expert.dialog.tsx';
import { ProfileForm } from './profile.form.tsx';
import type { Fields } from './profile-save.machine.ts';
import { useProfileSave } from './use-profile-save.ts';

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

/** The profile in two steps: personal details, and the documents that prove them (spec 2.6, 4). */
export function Page() {
  const profileQuery = useQuery(readProfile, undefined, { shown: true });
  const kyc = useQuery(readKyc, undefined, { shown: true });
  const failed = profileQuery.error ?? kyc.error;
  return (
    <Screen title="Profile">
      <div css={columnCss}>
        {profileQuery.data && kyc.data ? (
          <Steps profile={profileQuery.data.profile_data} documents={kyc.data.documents} registration={kyc.data.registration} />
        ) : failed ? (
          <ErrorState
            what="your profile"
            error={failed}
            onRetry={() => {
              profileQuery.refetch();
              kyc.refetch();
            }}
          />
        ) : (
          <div {...waits}>
            <Skeleton height={480} />
          </div>
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
  const caller = callerOf(useSession());
  const { query } = usePath();
  const stepInAddress = readStep(query.get('active_step'));
  const [errors, setErrors] = useState<Fields>({});
  const [failure, setFailure] = useState('');
  const [saves, setSaves] = useState(0);
  const { state, send } = useProfileSave(stepInAddress, {
    onSaved() {
      setErrors({});
      setSaves((count) => count + 1);
    },
    onRefused(fields, why) {
      setErrors(fields);
      setFailure(Object.keys(fields).length > 0 ? '' : why);
    },
  });
  const { step, files, missing, dialog } = state.context;
  const saving = state.matches('saving');

  // The address decides which step is open; pressing a tab changes the address.
  useEffect(() => {
    setFailure('');
    send({ type: 'STEP', step: stepInAddress });
  }, [send, stepInAddress]);
  const show = (value: string) => navigate(resolve({ name: 'profileUpdate', active_step: value }), { replace: true });

  return (
    <>
      <Tabs label="Steps of the profile" items={STEPS} value={String(step) as '1' | '2'} onChange={show} panelId="profile-step" />
      <TabPanel id="profile-step" value={String(step)}>
        {step === 2 && <FirstCallSteps />}
        <ProfileForm
          // A saved profile refills the form; one that is read again doesn't, so that what was typed meanwhile stays.
          key={`${step} ${saves}`}
          step={step}
          profile={profile}
          documents={documents}
          registration={registration}
          files={files}
          errors={{ ...errors, ...Object.fromEntries(missing.map((field) => [field, 'Field is required'])) }}
          failure={failure}
          saving={saving && !dialog}
          onFile={(field: ProfileFile, file) => send({ type: 'FILE', field, file })}
          onSave={(fields, absent) => {
            setErrors({});
            setFailure('');
            send({ type: 'SAVE', fields, missing: absent });
          }}
          onBecomeExpert={() => send({ type: 'BECOME_EXPERT' })}
          onChange={() => setFailure('')}
        />
        {step === 1 && may(caller, 'risk.profile') && (
          <div css={linksCss}>
            <Link to={RISK_PROFILE}>Your risk profile</Link>
          </div>
        )}
      </TabPanel>
      <BecomeExpertDialog open={dialog} busy={saving} onConfirm={() => send({ type: 'CONFIRM' })} onClose={() => send({ type: 'DISMISS' })} />
    </>
  );
}
