import type { SentimentState } from '../src/sentiment/sentiment.view.tsx';

/** Major of the agreement between loader and runtime. Loaders of one major share one runtime per page. */
export const PROTOCOL = 1;
export const RUNTIME_KEY = Symbol.for(`vimarsh.embed.${PROTOCOL}`);

export type Theme = 'auto' | 'light' | 'dark' | 'partner';

/** What an element asks of the runtime. */
export interface WidgetOptions {
  readonly stock: string;
  readonly accessKey: string;
  readonly theme: Theme;
}

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
  attach(widget: 'market-sentiment', target: WidgetTarget, options: WidgetOptions): WidgetHandle;
}

export interface WidgetTarget {
  readonly root: ShadowRoot;
  readonly emit: (type: 'ready' | 'data' | 'error', detail: unknown) => void;
}

/** What a widget chunk exports. */
export interface WidgetChunk {
  render(state: SentimentState, disclaimerUrl: string): unknown;
}
