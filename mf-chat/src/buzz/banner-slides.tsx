import { css } from '@emotion/react';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { CHAT_EXPERTS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useEffect, useRef, useState } from 'react';

/** How long a slide stands before the next one comes, ms. */
const STANDS_MS = 7_000;
const STILL = '(prefers-reduced-motion: reduce)';

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-8);
  max-width: 800px;
  margin-bottom: var(--s-12);
`;
const rowCss = css`
  display: flex;
  margin: 0;
  padding: 0;
  overflow-x: auto;
  border-radius: var(--r-10);
  list-style: none;
  scroll-snap-type: x mandatory;
  scrollbar-width: none;
  & > li {
    flex: 0 0 100%;
    scroll-snap-align: start;
  }
  & img {
    display: block;
    width: 100%;
    height: auto;
  }
  & a:focus-visible {
    display: block;
    outline-offset: -2px;
  }
`;
const stepsCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-8);
  color: var(--ink-2);
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
`;

interface Slide {
  readonly src: string;
  readonly alt: string;
  /** Where it leads; '' for nowhere. */
  readonly to: string;
}

/** What a partner shows above the posts: its banner of Expert Buzz, and the one of chats where its customers can chat. */
function slidesOf({ utm_source: name, expertBuzzSlidingBanner, chatSlidingBanner, isChatAvailable }: Environment): readonly Slide[] {
  return [
    ...(expertBuzzSlidingBanner ? [{ src: expertBuzzSlidingBanner, alt: `Expert Buzz at ${name}`, to: '' }] : []),
    ...(chatSlidingBanner && isChatAvailable ? [{ src: chatSlidingBanner, alt: `Chat with experts at ${name}`, to: CHAT_EXPERTS }] : []),
  ];
}

/** The partner’s banners. Two slide by themselves until somebody pauses them, and not at all for who wants less motion. */
export function BannerSlides({ environment }: { environment: Environment }) {
  const slides = slidesOf(environment);
  const row = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(() => matchMedia(STILL).matches);
  // A pointer over a slide or the focus in it holds it without a press.
  const [held, setHeld] = useState(false);
  const many = slides.length > 1;
  const go = (to: number): void => {
    const list = row.current!;
    list.scrollTo({ left: to * list.clientWidth, behavior: matchMedia(STILL).matches ? 'auto' : 'smooth' });
    setAt(to);
  };
  const next = (at + 1) % Math.max(1, slides.length);
  useEffect(() => {
    if (!many || paused || held) return;
    const timer = setTimeout(() => go(next), STANDS_MS);
    return () => clearTimeout(timer);
  });
  if (slides.length === 0) return null;
  return (
    <section css={boxCss} aria-label={`From ${environment.utm_source}`}>
      <ul
        ref={row}
        css={rowCss}
        tabIndex={many ? 0 : undefined}
        aria-label={`Slides of ${environment.utm_source}`}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / Math.max(1, clientWidth)))}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {slides.map(({ src, alt, to }) => {
          // Its box is the size that partners are asked for, so nothing moves when the picture comes.
          const picture = <img src={src} alt={alt} width={800} height={160} decoding="async" />;
          return <li key={src}>{to ? <Link to={to}>{picture}</Link> : picture}</li>;
        })}
      </ul>
      {many && (
        <div css={stepsCss}>
          <Button onClick={() => setPaused(!paused)}>{paused ? 'Let the slides move' : 'Pause the slides'}</Button>
          <Button onClick={() => go(next)}>Next slide</Button>
          <span>
            {at + 1} / {slides.length}
          </span>
        </div>
      )}
    </section>
  );
}
