import { render } from 'preact';
import { type SentimentState, SentimentView } from '../src/sentiment/sentiment.view.tsx';
import { sheet } from './emotion-shim.ts';
import { createFeed } from './feed.ts';
import type { Theme } from './protocol.ts';
import { applyTheme, HOST_CSS, type PartnerTheme } from './theme.ts';

/** The iframe page: the same view and feed, with the token the server minted into the page for this key. */
interface FrameData {
  readonly stock: string;
  readonly accessKey: string;
  readonly token: string;
  readonly expires_in: number;
  readonly theme: Theme;
  readonly partner: PartnerTheme;
}

const data = JSON.parse(document.getElementById('vimarsh-frame')!.textContent!) as FrameData;
const hostSheet = new CSSStyleSheet();
hostSheet.replaceSync(HOST_CSS);
document.adoptedStyleSheets = [hostSheet, sheet];

const box = document.createElement('div');
box.className = 'box';
document.body.append(box);
applyTheme(box, data.theme, data.partner);

const feed = createFeed({ api: location.origin, token: { token: data.token, expires: Date.now() + data.expires_in * 1000 } });
const paint = (state: SentimentState): void => render(<SentimentView state={state} disclaimerUrl="/retail-side/terms-condition" />, box);
paint({ kind: 'loading' });
// The key has done its work; it should not stay in the address.
history.replaceState(null, '', location.pathname);

feed.subscribe(data.accessKey, data.stock, (update) => {
  if ('data' in update) return paint({ kind: 'ready', data: update.data, stale: update.stale });
  const { problem, last } = update;
  // A token lives ten minutes; the page mints the next one when it is loaded again.
  if (problem.code === 'SESSION_ENDED')
    return location.replace(`${location.pathname}?broker_access_key=${encodeURIComponent(data.accessKey)}&theme=${data.theme}`);
  paint(
    last
      ? { kind: 'ready', data: last, stale: true }
      : { kind: 'problem', text: problem.text, ...(problem.retryable ? { retry: () => void feed.refresh(data.accessKey, data.stock) } : {}) },
  );
});
