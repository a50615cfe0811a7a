import { css } from '@emotion/react';
import type { CampaignData } from '@vimarsh/shared/contract/campaign/types.ts';
import { screenAt } from '@vimarsh/shared/domain/routing/match.ts';
import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';

const stackCss = css`
  display: grid;
  gap: var(--s-12);
  & > p {
    white-space: pre-line;
  }
`;
const factsCss = css`
  margin: 0;
  padding: 0;
  list-style: none;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  & > li {
    padding: var(--s-8) 0;
    border-top: 1px solid var(--line);
  }
`;
const endCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

export interface CampaignDialogProps {
  campaign: CampaignData;
  onClose: () => void;
}

/** What the site's operator tells its customers: closed by one press, shown once, and without anything that ticks. */
export function CampaignDialog({ campaign: { title, body, facts, ends_at, action }, onClose }: CampaignDialogProps) {
  const session = useSession();
  // A screen that is not there is not offered.
  const way = action && screenAt(routesOf(session.page().releases), action.path.split('?', 1)[0]!) ? action : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{way ? 'Not now' : 'Okay'}</Button>
          {way && (
            <Link to={way.path} css={buttonCss('primary')} onClick={onClose}>
              {way.label}
            </Link>
          )}
        </>
      }
    >
      <div css={stackCss}>
        <p>{body}</p>
        {facts.length > 0 && (
          <ul css={factsCss}>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
        <p css={endCss}>Until {formatDay(ends_at)}</p>
      </div>
    </Dialog>
  );
}
