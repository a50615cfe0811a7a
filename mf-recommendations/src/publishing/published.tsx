import { css } from '@emotion/react';
import type { PublishedCall } from '@vimarsh/shared/contract/receipt/types.ts';
import { receiptLine } from '@vimarsh/shared/domain/calls/receipt.ts';
import { HOW_TO_CHECK } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { type ReactNode, useEffect, useRef } from 'react';

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

export interface PublishedProps {
  /** The stock or underlying. */
  name: string;
  call: Pick<PublishedCall, 'published_at' | 'hash' | 'receipt'>;
  /** Where the author finds it. */
  to: string;
  onAgain: () => void;
  /** What was published, in short. */
  children: ReactNode;
}

/** A call of any kind is on record: a summary, its hash and receipt, and a link to it. */
export function Published({ name, call, to, onAgain, children }: PublishedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div css={boxCss}>
      <h2 ref={heading} tabIndex={-1}>
        Your call on {name} is on record
      </h2>
      <p>
        Signed at {formatIst(call.published_at)} with the hash <code>{call.hash}</code>
      </p>
      {children}
      <p>
        The record has signed a receipt: the call will be in the public log under the root of {formatDay(call.receipt.root_date)}. Keep it. Followers who may
        read the call are sent the same one.
      </p>
      <div css={rowCss}>
        <Link css={buttonCss('primary')} to={to}>
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
