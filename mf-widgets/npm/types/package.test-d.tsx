import type { ElementTag, WidgetName } from '@vimarsh/shared/contract/embed/elements.ts';
import type { ReactNode } from 'react';
import type { WidgetName as Published } from '../src/events.js';
import { loadVimarsh } from '../src/index.js';
import { VimarshDisclaimer, VimarshEquity, VimarshOptions, VimarshSentiment } from '../src/react.js';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
/** The package is published alone and names the widgets itself; no other and none less than there are. */
export const names: Same<Published, WidgetName> = true;
export const tags: Same<Extract<keyof HTMLElementTagNameMap, `vimarsh-${string}`>, ElementTag> = true;

/** What the published types let a partner write and what not. Compiled by `npm run check`, never run. */
const host = { portal: 'https://vimarsh.example', accessKey: 'pk_live_1' };

export const allowed: readonly ReactNode[] = [
  <VimarshSentiment key="1" {...host} stock="RELIANCE" sections={['score']} theme="dark" lang="hi" density="compact" />,
  <VimarshEquity key="2" {...host} stock="RELIANCE" height={480} onSelect={(symbol) => symbol.toUpperCase() !== 'TCS'} />,
  <VimarshOptions key="3" {...host} index="NIFTY" expiry="2026-11-24" fit="content" onError={({ code, fix }) => console.warn(code, fix)} />,
  <VimarshDisclaimer key="4" portal={host.portal} derivatives />,
];

export const refused: readonly ReactNode[] = [
  // @ts-expect-error A sentiment is about a stock.
  <VimarshSentiment key="1" {...host} />,
  // @ts-expect-error Without a key nothing is shown.
  <VimarshEquity key="2" portal={host.portal} stock="TCS" />,
  // @ts-expect-error Options are about an index or a stock with options, given as `index`.
  <VimarshOptions key="3" {...host} stock="NIFTY" />,
  // @ts-expect-error No such section.
  <VimarshEquity key="4" {...host} stock="TCS" sections={['score']} />,
  // @ts-expect-error No such theme.
  <VimarshSentiment key="5" {...host} stock="TCS" theme="blue" />,
  // @ts-expect-error Nobody chooses a stock inside the sentiment.
  <VimarshSentiment key="6" {...host} stock="TCS" onSelect={() => true} />,
];

export function elements(): void {
  const equity = document.querySelector('vimarsh-equity');
  equity?.addEventListener('vimarsh:select', (event) => event.detail.symbol.toLowerCase());
  equity?.addEventListener('vimarsh:data', ({ detail }) => detail.stale === true);
  equity?.update({ stock: 'TCS', theme: null });
  void equity?.ready.then(() => equity.snapshot()?.asOf);
  document.body.addEventListener('vimarsh:error', ({ detail }) => console.warn(detail.fix));
  loadVimarsh({ portal: host.portal })?.catch(() => undefined);

  // @ts-expect-error The error says `code`, not `error`.
  equity?.addEventListener('vimarsh:error', ({ detail }) => detail.error);
  // @ts-expect-error An attribute is a text.
  equity?.update({ height: 480 });
  // @ts-expect-error The portal's address is needed.
  void loadVimarsh({ version: '1.0.0' });
}
