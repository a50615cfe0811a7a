import { css } from '@emotion/react';
import type { Call, CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { CallBrief } from '../../call/drawer/call-brief.tsx';
import { CallDisclosures } from '../../call/drawer/call-disclosures.tsx';
import { CallRationale } from '../../call/drawer/call-rationale.tsx';

const boxCss = css`
  display: grid;
  gap: var(--s-24);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & h3 {
    font-size: var(--t-14);
    margin-bottom: var(--s-8);
  }
`;
const leadCss = css`
  color: var(--ink-2);
  margin-bottom: var(--s-12);
`;

/** Step three: the call as subscribers will see it, built from the same components. */
export function PreviewStep({ call, draft, recipients }: { call: Call; draft: CallDraft; recipients: number }) {
  return (
    <div>
      <p css={leadCss}>
        This is what {formatNumber(recipients)} subscriber{recipients === 1 ? '' : 's'} will see, all at the same moment.
      </p>
      <article css={boxCss} aria-label="Preview of the call">
        <CallBrief call={call} />
        <CallRationale rationale={draft.rationale} />
        <CallDisclosures author={call.expert} subject="stocks" disclosures={draft.disclosures} aiUsed={draft.rationale.ai_used} />
      </article>
    </div>
  );
}
