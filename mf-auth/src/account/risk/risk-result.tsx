import { css } from '@emotion/react';
import { deleteRiskProfile } from '@vimarsh/shared/contract/risk-profile/routes.ts';
import type { OwnRiskProfile, RiskProfile } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { CATEGORY_WORDS } from '@vimarsh/shared/domain/risk/category.ts';
import { RISK_QUESTIONS_VERSION } from '@vimarsh/shared/domain/risk/questions.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { useEffect, useRef, useState } from 'react';
import { rowsCss } from '../rows.css.ts';
import { Section } from '../section.tsx';
import { RISK_DRAFTS } from './risk.drafts.ts';

const headCss = css`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;
const categoryCss = css`
  /* Not as quiet as the section’s other lines: it is what they speak of. */
  && {
    color: var(--ink);
  }
  font-size: var(--t-20);
  font-weight: 600;
  & small {
    font-size: var(--t-13);
    font-weight: 400;
    color: var(--ink-2);
  }
`;
const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

interface Props extends Pick<OwnRiskProfile, 'history'> {
  profile: RiskProfile;
  /** It was saved just now, so the focus goes to it. */
  isNew: boolean;
  onAgain: () => void;
  onChanged: (own: OwnRiskProfile) => void;
}

/** What the answers came to, what it means and what it is for, and how to answer again or delete it. */
export function RiskResult({ profile, history, isNew, onAgain, onChanged }: Props) {
  const session = useSessionApi();
  const { busy, send } = useRequest(deleteRiskProfile);
  const [asking, setAsking] = useState(false);
  const result = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew) result.current?.focus();
  }, [isNew]);

  async function remove() {
    const { status, data } = await send({ body: {} });
    if (!status || !data) return;
    RISK_DRAFTS.drop(session.snapshot().user?.id ?? '');
    session.notify({ kind: 'success', title: 'Success', text: 'Risk profile deleted', ms: 2000 });
    onChanged(data);
  }

  const before = history.slice(1);
  return (
    <>
      <Section
        title={
          <span css={headCss}>
            Your risk profile <Badge tone="accent">Done</Badge>
          </span>
        }
      >
        <p css={categoryCss} ref={result} tabIndex={-1}>
          {profile.category} <small>· {profile.score} of 100 points</small>
        </p>
        <p>{CATEGORY_WORDS[profile.category]}</p>
        <p>
          Answered {formatDay(profile.answered_at)}, valid until {formatDay(profile.valid_till)}.
          {profile.version !== RISK_QUESTIONS_VERSION && ' The questions were different then.'}
        </p>
        <p>
          Where the risk of an open call is above yours, the call says so. It only warns. It never changes which calls you see or their order. Experts and
          partners don’t see it.
        </p>
        <p>A call’s risk goes by how far its stop-loss is and by its term. Of options it goes by whether the loss is limited and how soon they expire.</p>
        <div css={actionsCss}>
          <Button onClick={onAgain}>Answer again</Button>
          <Button kind="danger" onClick={() => setAsking(true)}>
            Delete risk profile
          </Button>
        </div>
      </Section>
      {before.length > 0 && (
        <Section title="Earlier">
          <p>We keep the results of earlier answers, not the answers.</p>
          <ol css={rowsCss} aria-label="Earlier risk profiles" reversed>
            {before.map(({ category, answered_at }) => (
              <li key={answered_at}>
                <b>{category}</b>
                <small>{formatDay(answered_at)}</small>
              </li>
            ))}
          </ol>
        </Section>
      )}
      <SureDialog
        open={asking}
        title="Delete risk profile"
        text="Your answers and all your categories are deleted. From then on no call tells you that its risk is above yours."
        keep="Keep it"
        action="Delete risk profile"
        busy={busy}
        onKeep={() => setAsking(false)}
        onSure={() => void remove()}
      />
    </>
  );
}
