import { css } from '@emotion/react';
import { formatIst } from '../../domain/text/formats.ts';

/** Over the page and in nobody's way: what stands keeps its place when this goes. */
const noteCss = css`
  position: fixed;
  z-index: 30;
  inset: auto var(--s-16) 64px;
  width: fit-content;
  margin: 0 auto;
  padding: var(--s-4) var(--s-12);
  border: 1px solid var(--line);
  border-radius: var(--r-6);
  background: var(--raised);
  color: var(--ink-2);
  font-size: var(--t-12);
  text-align: center;
  box-shadow: var(--float);
  pointer-events: none;
  @media (min-width: 880px) {
    bottom: var(--s-16);
  }
`;

/** Says of content that this browser kept how old it is, while the answer of now is on its way. */
export function KeptNote({ asOf }: { asOf: string }) {
  return (
    <p css={noteCss} role="status" data-kept="">
      As of {formatIst(asOf)}, as you saw it last. Fresh figures are on their way.
    </p>
  );
}
