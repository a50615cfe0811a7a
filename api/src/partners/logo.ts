import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { LOADER_DEFAULTS } from '@vimarsh/shared/domain/constants.ts';
import { inkOn, LOGO_HEIGHT } from '@vimarsh/shared/domain/partners/theme.ts';

/** Shown for partners without colours of their own. */
const PLAIN = LOADER_DEFAULTS.color;

/** px of every banner a partner may have, by the slot in its file name. */
const BANNERS: Record<string, readonly [width: number, height: number]> = {
  'chat-banner-web': [1200, 160],
  'chat-banner-mobile': [600, 200],
  'chat-sliding-banner': [800, 160],
  'expert-buzz-sliding-banner': [800, 160],
  'news-section': [800, 240],
  'landing-page-background': [1600, 600],
};

/** Wordmark on a plate of the partner's colour: readable on light and dark pages alike. */
export function logoSvg(environment: Environment): string {
  const { width, utm_source, primaryColor = PLAIN, secondaryColor = '#ffffff' } = environment;
  const middle = LOGO_HEIGHT / 2;
  const textLength = width - LOGO_HEIGHT - 20;
  return svg(width, LOGO_HEIGHT, utm_source, [
    `<rect width="${width}" height="${LOGO_HEIGHT}" rx="8" fill="${text(primaryColor)}"/>`,
    `<circle cx="${middle}" cy="${middle}" r="13" fill="none" stroke="${text(secondaryColor)}" stroke-width="2.5"/>`,
    `<text x="${middle}" y="${middle + 5}" text-anchor="middle" font-size="15" font-weight="700" fill="${inkOn(primaryColor)}">${text(utm_source.charAt(0))}</text>`,
    `<text x="${LOGO_HEIGHT + 4}" y="${middle + 6}" textLength="${textLength}" lengthAdjust="spacingAndGlyphs" font-size="17" font-weight="600" fill="${inkOn(primaryColor)}">${text(utm_source)}</text>`,
  ]);
}

/** A plain banner of the partner; null for a slot nobody has. */
export function bannerSvg(environment: Environment, slot: string): string | null {
  const size = BANNERS[slot];
  if (!size) return null;
  const [width, height] = size;
  const { utm_source, primaryColor = PLAIN, secondaryColor = PLAIN } = environment;
  return svg(width, height, utm_source, [
    `<rect width="${width}" height="${height}" fill="${text(primaryColor)}"/>`,
    `<path d="M0 ${height} L${width * 0.3} ${height * 0.55} L${width * 0.55} ${height * 0.75} L${width} ${height * 0.2} V${height} Z" fill="${text(secondaryColor)}" opacity=".35"/>`,
    // A background has words of the page over it.
    slot === 'landing-page-background'
      ? ''
      : `<text x="32" y="${height / 2}" font-size="${Math.round(height / 5)}" font-weight="600" fill="${inkOn(primaryColor)}">${text(utm_source)}</text>`,
  ]);
}

function svg(width: number, height: number, title: string, parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="Roboto, system-ui, sans-serif"><title>${text(title)}</title>${parts.join('')}</svg>`;
}

const text = (value: string): string => value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
