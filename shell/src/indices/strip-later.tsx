import { css } from '@emotion/react';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { useEffect, useState } from 'react';

/** The screen's first content has priority. */
const AFTER_MS = 1000;

/** As high as the strip, and on the desk as wide, so that nothing moves when it comes. */
const boxCss = css`
  height: 40px;
  overflow: hidden;
  ${media.phone} {
    padding: 0 var(--s-8);
    border-bottom: 1px solid var(--line);
    background: var(--surface);
  }
  ${media.chat} {
    flex: 0 1 540px;
    min-width: 0;
  }
  ${media.print} {
    display: none;
  }
`;

/** Without it the screen says all it has to say. */
const IndexStrip = part<object>({ what: 'The indices', load: () => import('./index-strip.tsx').then((strip) => strip.IndexStrip), failure: () => null });

/** Room for the indices at once; the indices when the first content stands. */
export function IndexStripLater() {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <div css={boxCss}>{calm && <IndexStrip />}</div>;
}
