import { css } from '@emotion/react';
import BadgeCheck from 'lucide-react/icons/badge-check';
import type { Call } from '../../contract/calls/types.ts';
import { Avatar } from '../avatar.tsx';
import { Hidden } from '../hidden.tsx';

const boxCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-8);
  min-width: 0;
  /* Whole on two lines rather than cut on one. */
  & > span:nth-of-type(2) {
    min-width: 0;
    line-height: 1.2;
    overflow-wrap: anywhere;
  }
  /* The mark lies in the room at the name's end, so it is on the line of the last word, wherever that is. */
  &[data-verified] > span:nth-of-type(2) > span {
    padding-right: 22px;
  }
  & small {
    display: block;
    font-size: var(--t-12);
    color: var(--warn);
  }
  & svg {
    display: inline-block;
    margin-left: -16px;
    vertical-align: -3px;
    color: var(--ink-2);
  }
`;

export interface ExpertNameProps {
  expert: Call['expert'];
  size?: number;
}

/** The expert: picture, name, and a mark for a verified registration, or a word where there is none: it was never verified, or has ended. Hovering shows the registration number; screen readers say it. */
export function ExpertName({ expert, size = 24 }: ExpertNameProps) {
  return (
    <span css={boxCss} data-verified={expert.verified ? '' : undefined} title={`${expert.full_name} · ${expert.profession} · SEBI ${expert.reg_no}`}>
      <Avatar name={expert.full_name} picture={expert.picture} size={size} />
      <span>
        <span>{expert.full_name}</span>
        {expert.verified && <BadgeCheck size={16} aria-hidden="true" />}
        {!expert.verified && expert.user_id !== '' && <small>Registration not verified</small>}
      </span>
      <Hidden>
        , {expert.profession}
        {expert.verified ? ', registration verified' : ''}, SEBI {expert.reg_no}
      </Hidden>
    </span>
  );
}
