import { css } from '@emotion/react';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import type { ReactNode } from 'react';

/** Whatever the picture is, the words stand on a surface of ours, so that they can be read. */
const stageCss = css`
  position: relative;
  padding: var(--s-16);
  border-radius: var(--r-10);
  overflow: hidden;
  & > img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  & > div {
    position: relative;
    max-width: 640px;
    padding: var(--s-16);
    border-radius: var(--r-10);
    background: var(--surface);
  }
  ${media.chat} {
    padding: var(--s-48) var(--s-32);
    & > div {
      padding: var(--s-16) var(--s-32);
    }
  }
`;

/** The first words of a landing page, over the partner's own background where it has one. */
export function Stage({ environment, children }: { environment: Environment | null; children: ReactNode }) {
  const background = environment?.landingPageBackground;
  if (!background) return children;
  return (
    <div css={stageCss}>
      <img src={background} alt="" decoding="async" />
      <div>{children}</div>
    </div>
  );
}

const slidesCss = css`
  display: flex;
  gap: var(--s-12);
  overflow-x: auto;
  scroll-snap-type: x mandatory;
  border-radius: var(--r-10);
  & > li {
    flex: none;
    width: min(100%, 640px);
    scroll-snap-align: start;
  }
`;
const pictureCss = css`
  display: block;
  width: 100%;
  max-width: 800px;
  height: auto;
  border-radius: var(--r-10);
`;
const wideCss = css`
  ${pictureCss}
  max-width: 1200px;
`;
const partsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  padding-block: var(--s-24);
  border-top: 1px solid var(--line);
  & h2 {
    font-size: var(--t-16);
  }
`;
/** The sizes the server draws and asks partners for (`api/src/partners/logo.ts`): the page keeps still while they load. */
const SLIDE = { width: 800, height: 160, css: pictureCss, loading: 'lazy', decoding: 'async' } as const;

/** What a partner shows its investors: sliding banners, its news, and its banner for chat where its customers can chat. */
export function PartnerPictures({ environment }: { environment: Environment | null }) {
  if (!environment) return null;
  const { utm_source: name, isChatAvailable, expertBuzzSlidingBanner, newsSection } = environment;
  const [chatSlide, chatWeb, chatMobile] = isChatAvailable ? [environment.chatSlidingBanner, environment.chatBannerWeb, environment.chatBannerMobile] : [];
  const slides = [
    [expertBuzzSlidingBanner, `Expert Buzz at ${name}`],
    [chatSlide, `Chat with experts at ${name}`],
  ].filter(([url]) => url);
  const chat = chatWeb ?? chatMobile;
  if (slides.length === 0 && !newsSection && !chat) return null;
  return (
    <section css={partsCss} aria-label={`From ${name}`}>
      {slides.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to scroll with the keyboard too.
        <ul css={slidesCss} tabIndex={0} aria-label={`Slides of ${name}`}>
          {slides.map(([url, alt]) => (
            <li key={url}>
              <img {...SLIDE} src={url} alt={alt} />
            </li>
          ))}
        </ul>
      )}
      {newsSection && (
        <>
          <h2>News from {name}</h2>
          <img {...SLIDE} height={240} src={newsSection} alt={`News from ${name}`} />
        </>
      )}
      {chat && (
        <picture>
          {chatMobile && <source media="(max-width: 879.98px)" srcSet={chatMobile} width={600} height={200} />}
          <img {...SLIDE} css={wideCss} width={1200} src={chat} alt={`Chat with the experts of ${name}`} />
        </picture>
      )}
    </section>
  );
}
