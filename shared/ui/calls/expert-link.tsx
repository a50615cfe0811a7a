import { css } from '@emotion/react';
import { expertPage } from '../../domain/routing/places.ts';
import { Link } from '../../kit/router.tsx';
import { useSession } from '../../kit/session.ts';
import { ExpertName, type ExpertNameProps } from './expert-name.tsx';

const linkCss = css`
  display: block;
  width: fit-content;
  max-width: 100%;
  /* Above the link that a whole row may be. */
  position: relative;
  z-index: 1;
  color: inherit;
  text-decoration: none;
  &:hover {
    text-decoration: underline;
  }
`;

/** The expert's name, which leads members to the expert's page. Visitors have none to go to. */
export function ExpertLink(props: ExpertNameProps) {
  const { signedIn } = useSession();
  if (!signedIn || props.expert.user_id === '') return <ExpertName {...props} />;
  return (
    <Link css={linkCss} to={expertPage(props.expert.user_id)}>
      <ExpertName {...props} />
    </Link>
  );
}
