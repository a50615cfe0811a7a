import { render, screen, within } from '@testing-library/react';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { PartnerPictures, Stage } from './partner-look.tsx';

const neem = ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === 'neem')!;
const plain = ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === 'garnet')!;
const sources = () => [...document.querySelectorAll<HTMLElement>('img,source')].map((one) => one.getAttribute('src') ?? one.getAttribute('srcset'));

describe('a partner’s pictures on the landing page', () => {
  test('background, slides, news and banners are those of its environment (S3-ENV-24…29)', async () => {
    const { container } = render(
      <>
        <Stage environment={neem}>Words</Stage>
        <PartnerPictures environment={neem} />
      </>,
    );
    expect(sources()).toEqual([
      neem.landingPageBackground,
      neem.expertBuzzSlidingBanner,
      neem.chatSlidingBanner,
      neem.newsSection,
      neem.chatBannerMobile,
      neem.chatBannerWeb,
    ]);
    expect(screen.getByRole('heading', { name: 'News from Neem Securities' })).toBeInTheDocument();
    const slides = screen.getByRole('list', { name: 'Slides of Neem Securities' });
    expect(slides).toHaveAttribute('tabindex', '0');
    expect(within(slides).getAllByRole('img').map((img) => img.getAttribute('alt'))).toEqual(['Expert Buzz at Neem Securities', 'Chat with experts at Neem Securities']); // biome-ignore format: pairs
    expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([]);
  });

  test('a partner without chat shows nothing of chat', () => {
    render(<PartnerPictures environment={{ ...neem, isChatAvailable: false }} />);
    expect(sources()).toEqual([neem.expertBuzzSlidingBanner, neem.newsSection]);
  });

  test('one picture alone is enough, and each slot may be empty', () => {
    const { chatBannerWeb: _, ...withoutWeb } = neem;
    render(<PartnerPictures environment={withoutWeb} />);
    expect(screen.getByRole('img', { name: 'Chat with the experts of Neem Securities' })).toHaveAttribute('src', neem.chatBannerMobile);
  });

  test.each([
    ['no partner', null],
    ['a partner without pictures', plain],
  ])('%s: the words alone', (_name, environment) => {
    const { container } = render(
      <>
        <Stage environment={environment}>Words</Stage>
        <PartnerPictures environment={environment} />
      </>,
    );
    expect(container.innerHTML).toBe('Words');
  });
});
