import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { expect, test } from 'vitest';
import { bannerSvg, logoSvg } from './logo.ts';

const neem = ENVIRONMENTS[0]!;

test('a logo carries name, colour and the width the environment names', () => {
  const logo = logoSvg(neem);
  expect(logo).toContain(`width="${neem.width}"`);
  expect(logo).toContain(neem.primaryColor);
  expect(logo).toContain('<title>Neem Securities</title>');
});

test('a partner’s name can’t become markup', () => {
  const logo = logoSvg({ ...neem, utm_source: '<script>&"' });
  expect(logo).not.toContain('<script>');
  expect(logo).toContain('&#60;script&#62;&#38;&#34;');
});

test('neither can a colour, whoever made the environment', () => {
  const markup = { ...neem, primaryColor: '"/><script>1</script>', secondaryColor: '"/><script>2</script>' };
  for (const drawn of [logoSvg(markup), bannerSvg(markup, 'news-section')]) expect(drawn).not.toContain('<script>');
});

test('only known banners are drawn', () => {
  expect(bannerSvg(neem, 'chat-banner-web')).toContain('viewBox="0 0 1200 160"');
  expect(bannerSvg(neem, 'anything')).toBeNull();
});

test('the name can be read on whatever colour the partner has', () => {
  expect(logoSvg({ ...neem, primaryColor: '#ffd400' })).toContain('fill="#000000">Neem');
  expect(bannerSvg({ ...neem, primaryColor: '#ffd400' }, 'news-section')).toContain('fill="#000000">Neem');
  expect(logoSvg({ ...neem, primaryColor: '#2e7a54' })).toContain('fill="#ffffff">Neem');
});

test('a background has no words of its own under those of the page', () => {
  expect(bannerSvg(neem, 'landing-page-background')).not.toContain('<text');
});
