import { css } from '@emotion/react';
import type { OptionDraft, StructureFigures } from '@vimarsh/shared/contract/calls/options/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { CallDisclosures } from '../../call/drawer/call-disclosures.tsx';
import { CallRationale } from '../../call/drawer/call-rationale.tsx';
import type { CallSubject } from '../../call/drawer/disclosure-questions.ts';
import { OptionTerms, type TermsOfCall } from './option-terms.tsx';

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

/** Step three: the call as subscribers will see it, with the figures that the server computed. */
export function OptionPreviewStep({
  draft,
  subject,
  figures,
  author,
  recipients,
}: {
  draft: OptionDraft;
  subject: CallSubject;
  figures: StructureFigures;
  author: TermsOfCall['expert'];
  recipients: number;
}) {
  const call: TermsOfCall = {
    ...figures,
    expert: author,
    underlying: draft.underlying,
    outlook: draft.outlook,
    legs: draft.legs.map(({ side, type, strike, expiry, lots, entry }) => ({ side, type, strike, expiry, lots, mid: entry, entry: null, exit: null })),
    level_basis: draft.target.basis,
    target: draft.target.value,
    stop_loss: draft.stop.value,
    net_limit: draft.net_limit,
    valid_till: draft.valid_till,
  };
  return (
    <div>
      <p css={leadCss}>
        This is what {formatNumber(recipients)} subscriber{recipients === 1 ? '' : 's'} will see, all at the same moment.
      </p>
      <article css={boxCss} aria-label="Preview of the call">
        <OptionTerms call={call} />
        {draft.caution && (
          <section>
            <h3>Caution</h3>
            <p translate="no">{draft.caution}</p>
          </section>
        )}
        <CallRationale rationale={draft.rationale} />
        <CallDisclosures author={author} subject={subject} disclosures={draft.disclosures} aiUsed={draft.rationale.ai_used} />
      </article>
    </div>
  );
}
