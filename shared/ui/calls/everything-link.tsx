import { css } from '@emotion/react';
import { SymbolLink } from './symbol-link.tsx';

/** A link on a line of its own, as tall as a target has to be and no wider than its words. */
const lineCss = css`
  justify-self: start;
  line-height: 24px;
`;

/** From a page about one side of a stock or index to the page about all of it. */
export const EverythingLink = ({ symbol }: { symbol: string }) => (
  <SymbolLink symbol={symbol} css={lineCss}>
    Everything about {symbol}
  </SymbolLink>
);
