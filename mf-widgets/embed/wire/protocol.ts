import type { SubjectValue, WidgetName } from '@vimarsh/shared/contract/embed/types.ts';
import type { DataDetail, ErrorDetail, ReadyDetail, StateDetail, WarningDetail, WidgetSnapshot } from '../../npm/src/events.ts';
import type { InsightState } from '../../src/insight/parts.view.tsx';
import type { Sections } from '../../src/insight/sections.ts';
import type { Words } from '../../src/insight/words.tsx';
import { PROTOCOL } from './protocol-major.ts';
import type { verifiedImport } from './verified-import.ts';

export type { WidgetName };
export type Theme = 'auto' | 'light' | 'dark' | 'partner';

/** What an element asks of the runtime. */
export interface WidgetOptions {
  readonly widget: WidgetName;
  /** Stock or index; of options also `NIFTY@2026-11-24`. */
  readonly code: string;
  /** Access key, and an app's proof, as a query of the session; '' without a key. A page may show each widget with its own. */
  readonly credential: string;
  /** As the page wrote it; what is none of them counts as `auto`. */
  readonly theme: Theme;
  /** The box keeps its height and scrolls inside. */
  readonly scroll: boolean;
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
  /** How long the server wishes to be left alone, ms. */
  readonly pauseMs?: number;
}

export interface WidgetHandle {
  update(options: WidgetOptions): void;
  refresh(): Promise<void>;
  /** What is shown now; null before the first data. */
  snapshot(): WidgetSnapshot | null;
  dispose(): void;
}

export interface Runtime {
  readonly version: string;
  /** React API for chunks; they carry no copy of it. */
  readonly modules: Record<'react' | 'jsx' | 'emotion', unknown>;
  attach(target: WidgetTarget, options: WidgetOptions): WidgetHandle;
}

export interface WidgetTarget {
  readonly root: ShadowRoot;
  /** Loads the widget's own chunk; a failed load is tried anew by the next call. */
  readonly chunk: () => Promise<WidgetChunk>;
  readonly emit: <T extends keyof TargetEvents>(type: T, detail: TargetEvents[T]) => void;
  /** The visitor asks for another stock, or another expiry of this one. */
  readonly show: ViewHost['show'];
}
export interface TargetEvents {
  readonly ready: ReadyDetail;
  readonly data: DataDetail;
  readonly state: StateDetail;
  readonly error: ErrorDetail;
  readonly warning: WarningDetail;
}

export type WidgetData = SubjectValue['data'];
export type WidgetState = InsightState<WidgetData>;

/** What a view may ask of the place it stands in. */
export interface ViewHost {
  readonly disclaimerUrl: string;
  readonly sections: Sections<string>;
  /** Words of another language than English. */
  readonly words: Words | null;
  show(what: { readonly symbol: string } | { readonly expiry: string }): void;
  /** More of what is shown, by a path below `/embed/v1/`; rejects with a WidgetProblem. Runtimes of before candles have none. */
  ask?(path: string): Promise<unknown>;
}

/** What a widget chunk exports. */
export interface WidgetChunk {
  /** Names of its sections. */
  readonly sections: readonly string[];
  /** Where its words in Hindi are. */
  readonly hindi: { readonly url: string; readonly integrity: string };
  render(state: WidgetState, host: ViewHost): unknown;
}

/** A session that the loader asked for while the runtime was on its way. */
export interface EarlySession {
  readonly credential: string;
  readonly subjects: readonly string[];
  readonly response: Promise<Response>;
}

/** What all script tags of one page share, whatever their version. */
export interface EmbedPage {
  loading?: Promise<Runtime> | undefined;
  runtime?: Runtime;
  early: EarlySession[];
  /** Of what came first, the loader or a frame: all that is fetched later goes through it and carries no copy. */
  verifiedImport?: typeof verifiedImport;
  /** Under way or done: the page's iframes are looked after. */
  frames?: Promise<void> | undefined;
}
const PAGE_KEY = Symbol.for(`vimarsh.embed.${PROTOCOL}`);
const holder = globalThis as unknown as Record<symbol, EmbedPage>;
holder[PAGE_KEY] ??= { early: [] };
export const embedPage = holder[PAGE_KEY];

/** Asks for token, theme and data at once. A simple request: no page has to be asked for permission before it. */
export const askSession = (api: string, credential: string, subjects: readonly string[], cache: RequestCache = 'default'): Promise<Response> =>
  fetch(`${api}/embed/v1/session?${credential}&subjects=${subjects.map(encodeURIComponent).join()}`, {
    credentials: 'omit',
    cache,
    signal: AbortSignal.timeout(15_000),
  });
