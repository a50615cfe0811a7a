import { render } from 'preact';
import { type SentimentState, SentimentView } from '../src/sentiment/sentiment.view.tsx';
import { dataOf, problemOf } from './api-answer.ts';
import { sheet } from './emotion-shim.ts';
import type { Theme } from './protocol.ts';
import { isSentiment } from './shapes.ts';
import { applyTheme, HOST_CSS, type PartnerTheme } from './theme.ts';

/**
 * The iframe page: the same view, with the token the server minted into the page for this key. It asks for its one stock
 * by itself; unchanged data cost an empty answer.
 */
interface FrameData {
  readonly stock: string;
  readonly accessKey: string;
  readonly token: string;
  readonly theme: Theme;
  readonly partner: PartnerTheme;
}
const OPEN_MS = 15_000;
const CLOSED_MS = 300_000;

const data = JSON.parse(document.getElementById('vimarsh-frame')!.textContent!) as FrameData;
const hostSheet = new CSSStyleSheet();
hostSheet.replaceSync(HOST_CSS);
document.adoptedStyleSheets = [hostSheet, sheet];

const box = document.createElement('div');
box.className = 'box';
document.body.append(box);
applyTheme(box, data.theme, data.partner);

let state: SentimentState = { kind: 'loading' };
let timer = 0;
const paint = (next: SentimentState): void => {
  state = next;
  render(<SentimentView state={state} disclaimerUrl="/retail-side/terms-condition" />, box);
};

async function read(): Promise<void> {
  clearTimeout(timer);
  try {
    const asked = fetch(`/embed/v1/sentiment/${encodeURIComponent(data.stock)}?broker_access_key=${encodeURIComponent(data.accessKey)}`, {
      headers: { authorization: `Bearer ${data.token}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(15_000),
    });
    paint({ kind: 'ready', data: await dataOf(asked, isSentiment) });
  } catch (error) {
    const problem = problemOf(error);
    // A token lives ten minutes; the page mints the next one when it is loaded again.
    if (problem.code === 'SESSION_ENDED')
      return location.replace(`${location.pathname}?broker_access_key=${encodeURIComponent(data.accessKey)}&theme=${data.theme}`);
    if (!problem.retryable) return paint({ kind: 'problem', text: problem.text });
    paint(state.kind === 'ready' ? { ...state, stale: true } : { kind: 'problem', text: problem.text, retry: () => void read() });
  }
  const isClosed = state.kind === 'ready' && state.data.phase === 'closed';
  if (!document.hidden) timer = setTimeout(read, isClosed ? CLOSED_MS : OPEN_MS) as unknown as number;
}

paint(state);
// The key has done its work; it should not stay in the address.
history.replaceState(null, '', location.pathname);
document.addEventListener('visibilitychange', () => {
  clearTimeout(timer);
  if (!document.hidden) void read();
});
void read();
