import { css } from '@emotion/react';
import { useState } from 'react';

const failureCss = css`
  color: var(--loss);
`;

/** Why a form could not be sent: '' once it is sent again or once `content`, which is what it sends, has changed. */
export function useFailure(content: unknown): [string, (why: string) => void] {
  const now = JSON.stringify(content);
  const [failure, setFailure] = useState({ why: '', content: now });
  return [failure.content === now ? failure.why : '', (why) => setFailure({ why, content: now })];
}

/** Stands by the button of a form. It has no role: the toast, which is gone after 3 s, has read the same sentence aloud. */
export function Failure({ why }: { why: string }) {
  return why && <p css={failureCss}>{why}</p>;
}
