import { css } from '@emotion/react';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/skeleton.tsx';
import { EXPERTS_COMPLIANCE } from '../content/experts-compliance.ts';
import { Sections } from '../document/sections.tsx';

/** The register loads after the text, which does not need its code. */
const ExpertRegister = part({
  what: 'The register',
  load: () => import('./expert-register.panel.tsx').then((panel) => panel.ExpertRegister),
  placeholder: <SkeletonRows rows={5} height={84} />,
});

/** As tall as the table that replaces it. */
const placeCss = css`
  min-height: 480px;
`;

const REGISTER = [
  {
    id: 'register',
    title: 'Register of experts',
    content: (
      <div css={placeCss}>
        <ExpertRegister />
      </div>
    ),
  },
];

/** `/vimarsh-compliance-experts` (S2.2-ROUTE-22) */
export function Page() {
  return <Sections document={EXPERTS_COMPLIANCE} first={REGISTER} />;
}
