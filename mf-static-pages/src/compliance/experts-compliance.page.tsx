import { css } from '@emotion/react';
import { SkeletonRows } from '@vimarsh/shared/ui/skeleton.tsx';
import { lazy, Suspense } from 'react';
import { EXPERTS_COMPLIANCE } from '../content/experts-compliance.ts';
import { Sections } from '../document/sections.tsx';

/** What asks the server comes after the words, which need no script of that weight. */
const ExpertRegister = lazy(() => import('./expert-register.panel.tsx').then(({ ExpertRegister: component }) => ({ default: component })));

/** As high as the table that comes. */
const placeCss = css`
  min-height: 480px;
`;

const REGISTER = [
  {
    id: 'register',
    title: 'Register of experts',
    content: (
      <div css={placeCss}>
        <Suspense fallback={<SkeletonRows rows={5} height={84} />}>
          <ExpertRegister />
        </Suspense>
      </div>
    ),
  },
];

/** `/vimarsh-compliance-experts` (S2.2-ROUTE-22) */
export function Page() {
  return <Sections document={EXPERTS_COMPLIANCE} first={REGISTER} />;
}
