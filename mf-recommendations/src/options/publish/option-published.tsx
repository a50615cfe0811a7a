import { css } from '@emotion/react';
import type { PublishedOptionCall } from '@vimarsh/shared/contract/calls/options/publish.ts';
import { receiptLine } from '@vimarsh/shared/domain/calls/receipt.ts';
import { HOW_TO_CHECK, MY_OPTION_CALLS } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { buttonCss } from '@vimarsh/shared/ui/button.css.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { useEffect, useRef } from 'react';
import { OptionTerms } from './option-terms.tsx';

const boxCss = css`
  display: grid;
  gap: var(--s-24);
  max-width: 640px;
  & h2 {
    font-size: var(--t-20);
    outline: none;
  }
  & code {
    font-family: var(--mono);
    font-size: var(--t-12);
    overflow-wrap: anywhere;
  }
`;
const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-12);
`;

/** The call is on record: a summary, its hash and its receipt. */
export function OptionPublished({ call, onAgain }: { call: PublishedOptionCall; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div css={boxCss}>
      <h2 ref={heading} tabIndex={-1}>
        Your call on {call.underlying} is on record
      </h2>
      <p>
        Signed at {formatIst(call.published_at)} with the hash <code>{call.hash}</code>
      </p>
      <OptionTerms call={call} />
      <p>
        The record has signed a receipt: the call will be in the public log under the root of {formatDay(call.receipt.root_date)}. Keep it. Followers who may
        read the call are sent the same one.
      </p>
      <div css={rowCss}>
        <Link css={buttonCss('primary')} to={`${MY_OPTION_CALLS}?reco=${call.id}`}>
          Open the call
        </Link>
        <Link css={buttonCss('quiet')} to={`${HOW_TO_CHECK}#${receiptLine(call.receipt)}`}>
          Open the receipt
        </Link>
        <Button onClick={onAgain}>Publish another</Button>
      </div>
    </div>
  );
}
