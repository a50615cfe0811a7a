import { css } from '@emotion/react';
import { Tooltip } from '@vimarsh/shared/ui/floats/tooltip.tsx';
import BadgeCheck from 'lucide-react/icons/badge-check';

const badgeCss = css`
  color: var(--accent);
`;

/** Shown beside the name of an expert with verified documents. */
export function VerifiedBadge() {
  return (
    <Tooltip text="Verified SEBI registered Expert">
      <BadgeCheck css={badgeCss} size={16} aria-hidden="true" />
    </Tooltip>
  );
}
