import { css } from '@emotion/react';
import { useId } from 'react';
import { groupsOf, type Place } from '../menu/menu.ts';
import type { MenuHere } from '../menu/use-menu.ts';
import { PlaceLink } from './place-link.tsx';

const groupsCss = css`
  display: grid;
  gap: var(--s-12);
  align-content: start;
`;
/** On the rail there is no room for words: a line parts the groups. */
const groupCss = css`
  & > ul {
    display: grid;
    gap: 2px;
  }
  & > p {
    padding: 0 var(--s-12) var(--s-4);
    font-size: var(--t-12);
    font-weight: 500;
    color: var(--ink-3);
  }
  [data-rail] & + & {
    padding-top: var(--s-12);
    border-top: 1px solid var(--line);
  }
  [data-rail] & > p {
    position: absolute;
    width: 1px;
    height: 1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

interface Props {
  menu: MenuHere;
  /** Which of the menu’s. */
  places: readonly Place[];
  onGo?: () => void;
}

/** Places of the menu in lists that bear the names of their groups. */
export function PlaceGroups({ menu, places, onGo }: Props) {
  const id = useId();
  return (
    <div css={groupsCss}>
      {groupsOf(menu.places, places).map(({ heading, places: grouped }, index) => (
        <div key={heading} css={groupCss}>
          {heading && <p id={`${id}${index}`}>{heading}</p>}
          <ul aria-labelledby={heading ? `${id}${index}` : undefined}>
            {grouped.map((place) => (
              <li key={place.to}>
                <PlaceLink place={place} active={menu.isHere(place)} {...(onGo && { onGo })} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
