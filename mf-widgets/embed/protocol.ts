import type { WidgetName } from '@vimarsh/shared/contract/embed.contract.ts';
import type { SentimentState } from '../src/sentiment/sentiment.view.tsx';
import { PROTOCOL } from './protocol-major.ts';

export type { WidgetName };
export type Theme = 'auto' | 'light' | 'dark' | 'partner';

/** What an element asks of the runtime. */
export interface WidgetOptions {
  readonly widget: WidgetName;
  /** Stock or index. */
  readonly code: string;
  readonly accessKey: string;
  readonly theme: Theme;
}
export const subjectOf = ({ widget, code }: Pick<WidgetOptions, 'widget' | 'code'>): string => `${widget}:${code}`;

/** Reasons a widget shows no data; the visitor reads a neutral text, the integrator this code and its fix. */
export interface WidgetProblem {
  readonly code: string;
  /** For the visitor. */
  readonly text: string;
  /** For the integrator: what to change. */
  readonly fix: string;
  readonly retryable: boolean;
}

export interface WidgetHandle {
  update(options: WidgetOptions): void;
  refresh(): Promise<void>;
  dispose(): void;
}

export interface Runtime {
  readonly version: string;
  /** React API for widget chunks; they carry no copy of it. */
  readonly modules: Record<'react' | 'jsx' | 'emotion', unknown>;
  attach(target: WidgetTarget, options: WidgetOptions): WidgetHandle;
}

export interface WidgetTarget {
  readonly root: ShadowRoot;
  /** Loads the widget's own chunk; a failed load is tried anew by the next call. */
  readonly chunk: () => Promise<WidgetChunk>;
  readonly emit: (type: 'ready' | 'data' | 'error', detail: unknown) => void;
}

/** What a widget chunk exports. */
export interface WidgetChunk {
  render(state: SentimentState, disclaimerUrl: string): unknown;
}

/** A session that the loader asked for while the runtime was on its way. */
export interface EarlySession {
  readonly accessKey: string;
  readonly subjects: readonly string[];
  readonly response: Promise<Response>;
}

/** What all script tags of one page share, whatever their version. */
export interface EmbedPage {
  loading?: Promise<Runtime> | undefined;
  runtime?: Runtime;
  early: EarlySession[];
}
const PAGE_KEY = Symbol.for(`vimarsh.embed.${PROTOCOL}`);
const holder = globalThis as unknown as Record<symbol, EmbedPage>;
holder[PAGE_KEY] ??= { early: [] };
export const embedPage = holder[PAGE_KEY];

/** Asks for token, theme and data at once. A simple request: no page has to be asked for permission before it. */
export const askSession = (api: string, accessKey: string, subjects: readonly string[], cache: RequestCache = 'default'): Promise<Response> =>
  fetch(`${api}/embed/v1/session?access_key=${encodeURIComponent(accessKey)}&subjects=${subjects.map(encodeURIComponent).join()}`, {
    credentials: 'omit',
    cache,
    signal: AbortSignal.timeout(15_000),
  });
