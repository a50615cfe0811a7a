import type { PageData } from '../contract/page/types.ts';

/** More than a page takes from the server to the screen, and than most clocks are wrong, ms. */
const OLD_MS = 60_000;

/** Whether the page was kept by the browser or the service worker, so that the answers in it are of another visit. */
export function isPageOld({ first }: Pick<PageData, 'first'>): boolean {
  const clock = first['GET /market/v1/clock'] as { readonly at: number } | undefined;
  return clock !== undefined && Math.abs(performance.timeOrigin - clock.at) > OLD_MS;
}
