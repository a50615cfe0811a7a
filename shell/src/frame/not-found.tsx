import { css } from '@emotion/react';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import X from 'lucide-react/icons/x';

const noteCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8) var(--s-16);
  /* Over the page's end: it comes after the first content, and would push it down. */
  position: fixed;
  right: var(--s-16);
  bottom: calc(72px + env(safe-area-inset-bottom));
  left: var(--s-16);
  padding: var(--s-12) 56px var(--s-12) var(--s-16);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-10);
  background: var(--raised);
  font-size: var(--t-13);
  ${media.chat} {
    right: var(--s-24);
    bottom: var(--s-24);
    left: auto;
    max-width: 560px;
  }
  & > p {
    /* On its own line: what can be done stands together below it. */
    flex: 1 1 100%;
    overflow-wrap: anywhere;
  }
  & > button:last-of-type {
    position: absolute;
    top: 4px;
    right: 4px;
  }
`;

export interface NotFoundProps {
  /** The path without a page, as it was asked for. */
  path: string;
  /** Where the person is at home; absent for who is there already. */
  home: string | undefined;
  onSearch: () => void;
  onClose: () => void;
}

/** Longer paths are no use to anybody, and the head has little room. */
const MOST = 80;

/** Says in the head that the address asked for has no page; the specification sends every such visit to `/`. */
export function NotFound({ path, home, onSearch, onClose }: NotFoundProps) {
  return (
    <div role="alert" css={noteCss}>
      <p>
        There is no page at <b>{path.length > MOST ? `${path.slice(0, MOST)}…` : path}</b>. The address may be incomplete, or the page has moved.
      </p>
      {home && (
        <Link to={home} css={buttonCss('quiet')}>
          Go to your home page
        </Link>
      )}
      <Button onClick={onSearch}>Search stocks and pages</Button>
      <IconButton label="Close" onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
