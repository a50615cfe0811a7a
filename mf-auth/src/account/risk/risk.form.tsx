import { css } from '@emotion/react';
import { saveRiskProfile } from '@vimarsh/shared/contract/risk-profile/routes.ts';
import { type OwnRiskProfile, type RiskAnswers, type RiskQuestion, riskAnswers } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { RISK_QUESTION_IDS, RISK_QUESTIONS, RISK_QUESTIONS_VERSION } from '@vimarsh/shared/domain/risk/questions.ts';
import { validTill } from '@vimarsh/shared/domain/risk/validity.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useSoon } from '@vimarsh/shared/kit/drafts.ts';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { Section } from '../section.tsx';
import { QuestionField } from './question-field.tsx';
import { RISK_DRAFTS } from './risk.drafts.ts';

const formCss = css`
  width: 100%;
`;
const headCss = css`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;
const footCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8) var(--s-16);
  padding-top: var(--s-16);
  border-top: 1px solid var(--line);
  & > p {
    width: 100%;
    color: var(--ink-2);
    font-size: var(--t-13);
    &[role='alert'] {
      color: var(--loss);
    }
  }
`;

interface Props {
  who: string;
  own: OwnRiskProfile;
  onSaved: (own: OwnRiskProfile) => void;
  /** Leaves the profile as it is; null where there is none. */
  onKeep: (() => void) | null;
}

/** The ten questions on one page: Tab goes from question to question, the arrow keys choose. What is answered is kept on this device. */
export function RiskForm({ who, own: { profile, history }, onSaved, onKeep }: Props) {
  const session = useSessionApi();
  const { busy, send } = useRequest(saveRiskProfile);
  const { soon, never } = useSoon();
  const [answers, setAnswers] = useState<Partial<RiskAnswers>>(() => RISK_DRAFTS.load(who)?.answers ?? before(profile));
  const [pressed, setPressed] = useState(false);
  const [failure, setFailure] = useFailure(answers);
  /** Whether this device keeps what is answered: some browsers refuse to. */
  const [kept, setKept] = useState(() => RISK_DRAFTS.keeps(who));
  const form = useRef<HTMLFormElement>(null);
  const missing = RISK_QUESTION_IDS.filter((question) => answers[question] === undefined);

  function choose(question: RiskQuestion, answer: string) {
    const next = { ...answers, [question]: answer } as Partial<RiskAnswers>;
    setAnswers(next);
    soon(() => {
      if (session.snapshot().user?.id === who) setKept(RISK_DRAFTS.save(who, { version: RISK_QUESTIONS_VERSION, answers: next, saved_at: Date.now() }));
    });
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    setPressed(true);
    const read = riskAnswers.safeParse(answers);
    if (!read.success) {
      form.current?.querySelector<HTMLElement>(`[name="${missing[0]}"]`)?.focus();
      return;
    }
    setFailure('');
    const { data, validation } = await send({ body: { version: RISK_QUESTIONS_VERSION, answers: read.data } });
    if (!data) return setFailure(validation);
    forgetDraft();
    session.notify({ kind: 'success', title: 'Success', text: 'Risk profile saved', ms: 2000 });
    onSaved(data);
  }
  function forgetDraft() {
    never();
    RISK_DRAFTS.drop(who);
  }
  function keep() {
    forgetDraft();
    onKeep?.();
  }

  const [last] = history;
  const ended = !profile && last !== undefined;
  return (
    <Section
      title={
        <span css={headCss}>
          Your risk profile <Badge tone={ended ? 'warn' : 'neutral'}>{profile ? 'Done' : ended ? 'Ended' : 'Not done'}</Badge>
        </span>
      }
    >
      {ended && (
        <p>
          You answered on {formatDay(last.answered_at)}: {last.category}. That held until {formatDay(validTill(new Date(last.answered_at)))}. Answer again, and
          calls whose risk is above yours say so.
        </p>
      )}
      {!profile && !ended && <p>You have no risk profile. Answer ten questions, and calls whose risk is above yours say so.</p>}
      <p>It only warns. It never changes which calls you see or their order. Experts and partners don’t see it.</p>
      <form ref={form} css={formCss} onSubmit={(event) => void submit(event)} noValidate aria-label="Risk profile">
        {RISK_QUESTION_IDS.map((question, at) => (
          <QuestionField
            key={question}
            number={at + 1}
            name={question}
            question={RISK_QUESTIONS[question]}
            value={answers[question]}
            missing={pressed && answers[question] === undefined}
            onChange={(answer) => choose(question, answer)}
          />
        ))}
        <Failure why={failure} />
        <div css={footCss}>
          {pressed && missing.length > 0 ? (
            <p role="alert">{missing.length === 1 ? '1 question has no answer yet.' : `${missing.length} questions have no answer yet.`}</p>
          ) : (
            <p>
              {RISK_QUESTION_IDS.length - missing.length} of {RISK_QUESTION_IDS.length} answered.{' '}
              {kept
                ? 'Your answers stay on this device until you save them or sign out.'
                : 'This browser keeps nothing, so save your answers before you leave this page.'}
            </p>
          )}
          <Button type="submit" kind="primary" busy={busy}>
            Save risk profile
          </Button>
          {onKeep && <Button onClick={keep}>Keep it as it is</Button>}
        </div>
      </form>
    </Section>
  );
}

/** The answers that are in force, as far as they answer today's questions. */
function before(profile: OwnRiskProfile['profile']): Partial<RiskAnswers> {
  const read = profile?.version === RISK_QUESTIONS_VERSION ? riskAnswers.safeParse(profile.answers) : null;
  return read?.data ?? {};
}
