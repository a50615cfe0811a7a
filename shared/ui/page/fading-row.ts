import { css } from '@emotion/react';
import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react';

/** How much of the row fades where there is more of it. */
export const FADE_PX = 40;

/** A row that scrolls sideways. Where more of it lies beyond an edge it fades out towards it, so that nobody takes the edge for its end. */
export const fadingRowCss = css`
  overflow-x: auto;
  scrollbar-width: none;
  scroll-padding-inline: ${FADE_PX}px;
  &[data-more] {
    --before: 0px;
    --after: 0px;
    mask-image: linear-gradient(to right, transparent, #000 var(--before), #000 calc(100% - var(--after)), transparent);
  }
  &[data-more~='before'] {
    --before: ${FADE_PX}px;
  }
  &[data-more~='after'] {
    --after: ${FADE_PX}px;
  }
`;

/** The browser leaves where it is what has the focus and is in sight by an edge alone. Under a press nothing may move. */
const showWhole = ({ target }: FocusEvent): void => {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

/** What such a row's element takes (`props`), and a look at where it stands after it was scrolled by code. It looks again when `of` changes. */
export function useFadingRow<E extends HTMLElement>(of: unknown) {
  const row = useRef<E>(null);
  const [more, setMore] = useState('');
  const look = useCallback(() => {
    const { scrollLeft, scrollWidth, clientWidth } = row.current!;
    setMore([scrollLeft > 1 && 'before', scrollLeft + clientWidth < scrollWidth - 1 && 'after'].filter(Boolean).join(' '));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is in the row.
  useEffect(look, [of]);
  useEffect(() => {
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [look]);
  return { look, props: { ref: row, 'data-more': more || undefined, onScroll: look, onFocus: showWhole } };
}
