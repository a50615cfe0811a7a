import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BannerSlides } from './banner-slides.tsx';

const NEEM = { utm_source: 'neem', expertBuzzSlidingBanner: '/buzz.png', chatSlidingBanner: '/chat.png', isChatAvailable: true };
const scrolled = vi.fn();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Element.prototype.scrollTo = scrolled as never;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  scrolled.mockClear();
});

const show = (change: object = {}) => render(<BannerSlides environment={{ ...NEEM, ...change } as never} />, { wrapper: fakeHost().Wrapper });

test('a partner’s banners have words for who can’t see them; the one of chats leads there (S3-ENV-26, S3-ENV-27)', () => {
  show();
  expect(screen.getByRole('img', { name: 'Expert Buzz at neem' })).toHaveAttribute('src', '/buzz.png');
  const link = screen.getByRole('link', { name: 'Chat with experts at neem' });
  expect(link).toHaveAttribute('href', '/expert-list');
  expect(within(link).getByRole('img')).toHaveAttribute('src', '/chat.png');
});

test('where a partner has no chats, its banner of chats is not shown, and one alone has no buttons', async () => {
  show({ isChatAvailable: false });
  expect(screen.getAllByRole('img')).toHaveLength(1);
  expect(screen.queryByRole('button')).toBeNull();
  await pass(60_000);
  expect(scrolled).not.toHaveBeenCalled();
});

test('two slide by themselves until they are paused, and wait while the pointer or the focus is on one', async () => {
  show();
  await pass(8_000);
  expect(scrolled).toHaveBeenCalledTimes(1);
  expect(screen.getByText('2 / 2')).toBeInTheDocument();
  fireEvent.focus(screen.getByRole('link', { name: 'Chat with experts at neem' }));
  await pass(60_000);
  expect(scrolled).toHaveBeenCalledTimes(1);
  fireEvent.blur(screen.getByRole('link', { name: 'Chat with experts at neem' }));
  await pass(8_000);
  expect(scrolled).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole('button', { name: 'Pause the slides' }));
  await pass(60_000);
  expect(scrolled).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole('button', { name: 'Next slide' }));
  expect(screen.getByText('2 / 2')).toBeInTheDocument();
});

test('nothing moves by itself for who wants less motion', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query.includes('reduced-motion') }) as MediaQueryList);
  show();
  await pass(60_000);
  expect(scrolled).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Let the slides move' })).toBeInTheDocument();
});
