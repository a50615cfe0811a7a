import { css } from '@emotion/react';
import { readWidgetKit } from '@vimarsh/shared/contract/widget-kit/routes.ts';
import { WIDGET_CONFIGURATOR } from '@vimarsh/shared/domain/routing/places.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { createElement, useEffect, useState } from 'react';

const pairCss = css`
  display: grid;
  gap: var(--s-16);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr));
`;
const SHOWN = ['RELIANCE', 'TCS'];

/** The script a partner's page loads: what stands here is what their customers would see. */
function loadElements(): Promise<unknown> {
  const address = '/w/v1.js';
  return import(/* webpackIgnore: true */ address);
}

/** Two widgets as they stand on a partner's page, fed now. */
export function LiveWidgets() {
  const { data, error, refetch } = useQuery(readWidgetKit, undefined, { shown: true });
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    loadElements().catch(() => setFailed(true));
  }, []);
  if (error || failed) {
    const again = () => {
      setFailed(false);
      loadElements().catch(() => setFailed(true));
      refetch();
    };
    return <ErrorState what="the widgets" onRetry={again} error={error} />;
  }
  return (
    <>
      <p>One line of script puts this on a page. The figures are live.</p>
      {data ? (
        <div css={pairCss}>
          {SHOWN.map((stock) =>
            createElement('vimarsh-sentiment', { key: stock, stock, 'access-key': data.preview_key, style: { display: 'block', minHeight: 208 } }),
          )}
        </div>
      ) : (
        <SkeletonRows rows={1} height={208} />
      )}
      <p>
        Other widgets show stocks and options. <Link to={WIDGET_CONFIGURATOR}>Choose one, try it and copy its line</Link>
      </p>
    </>
  );
}
