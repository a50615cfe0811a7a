import { css } from '@emotion/react';
import { EXPERT_STORE, HOW_TO_CHECK, PERFORMERS } from '@vimarsh/shared/domain/routing/places.ts';
import { Link, usePath } from '@vimarsh/shared/kit/router.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { StoreList } from './store-list.tsx';

const methodCss = css`
  display: grid;
  gap: var(--s-8);
  max-width: 46em;
  color: var(--ink-2);
  font-size: var(--t-13);
  & h2 {
    font-size: var(--t-14);
    color: var(--ink);
  }
  & a {
    display: inline-block;
    line-height: 24px;
  }
`;

/**
 * The experts of this site: `/expert-store` for members (S2.1-ROUTE-10), and `/performers` as anybody may read of them, with the method in
 * place (S2.2-ROUTE-12). One file: what comes with a module for each of its screens is bytes of every screen.
 */
export function Page() {
  const { path } = usePath();
  if (path !== PERFORMERS)
    return (
      <Frame title="Experts">
        <StoreList path={EXPERT_STORE} />
        <DisclosureStrip />
      </Frame>
    );
  return (
    <Frame title="Experts">
      <StoreList path={PERFORMERS} />
      <Method />
      <DisclosureStrip illustration />
    </Frame>
  );
}

function Method() {
  return (
    // Comes with the list it stands under, or the list would push it down.
    <section css={methodCss} data-foot="">
      <h2>How results are counted</h2>
      <p>A call gained when it made more than its costs, from the entry to the end that the price gave it. Every call counts, whatever its result.</p>
      <p>
        Beside it stands what chance would have made of the same stops and targets. Below ten calls nothing is summarised. Calls of options are never added to
        calls on stocks.
      </p>
      <p>
        <Link to={HOW_TO_CHECK}>How to check us</Link>
      </p>
    </section>
  );
}
