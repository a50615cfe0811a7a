/** What elements tell the page they stand on, as `CustomEvent`s that bubble out of every shadow root. */

/** Insights by the names that access keys list. */
export type WidgetName = 'market-sentiment' | 'equity-insights' | 'options-insights';

/** Language of what is ours in a widget. The regulator's words stay English. */
export type Language = 'en' | 'hi';
export type Density = 'comfortable' | 'compact';
/** Parts that may be shown alone; symbol, price, time and disclosures always stand. */
export type SentimentSection = 'score' | 'drivers';
export type EquitySection = 'chart' | 'rating' | 'indicators' | 'levels' | 'risk' | 'future' | 'signals' | 'experts' | 'peers';
export type OptionsSection = 'glance' | 'chain' | 'interest' | 'volatility' | 'session' | 'build-up' | 'strategy';

/** First data are on the screen. */
export interface ReadyDetail {
  readonly widget: WidgetName;
  /** Version of the runtime, e.g. `1.0.0-0a1b2c3d4e`. */
  readonly version: string;
  /** From the start of the element's work to its content. */
  readonly ms: number;
}
/** Data came, or came anew. */
export interface DataDetail {
  readonly symbol: string;
  /** UTC instant. */
  readonly asOf: string;
  /** What is shown could not be renewed. */
  readonly stale: boolean;
}
export interface StateDetail {
  /** `closed`: the market is; the figures are those of its close. */
  readonly state: 'loading' | 'live' | 'closed' | 'stale' | 'problem';
}
/** Nothing, or nothing new, can be shown. Visitors read a neutral sentence. */
export interface ErrorDetail {
  /** `KEY_UNKNOWN`, `ORIGIN_DENIED`, `UNKNOWN_SYMBOL`, `offline`, `blocked` and so on. */
  readonly code: string;
  readonly message: string;
  /** What the page's developer has to change. */
  readonly fix: string;
  /** It tries again by itself. */
  readonly retryable: boolean;
}
/** Something that the page wrote is not known; the widget does without it. */
export interface WarningDetail {
  readonly code: 'sections_unknown' | 'density_unknown' | 'theme_unknown' | 'height_unknown' | 'language_blocked';
  readonly message: string;
  /** What the page's developer has to change. */
  readonly fix: string;
}
/** The visitor chose another stock. `preventDefault()` keeps the element where it is, so that the page can go there itself. */
export interface SelectDetail {
  readonly symbol: string;
}
/** An iframe has found its height. */
export interface ResizeDetail {
  /** px. */
  readonly height: number;
}

export interface VimarshEventMap {
  'vimarsh:ready': CustomEvent<ReadyDetail>;
  'vimarsh:data': CustomEvent<DataDetail>;
  'vimarsh:state': CustomEvent<StateDetail>;
  'vimarsh:error': CustomEvent<ErrorDetail>;
  'vimarsh:warning': CustomEvent<WarningDetail>;
  'vimarsh:select': CustomEvent<SelectDetail>;
  'vimarsh:resize': CustomEvent<ResizeDetail>;
}

/** What an element shows, for the page's own records. `data` has the shape of the API's answer. */
export interface WidgetSnapshot {
  readonly widget: WidgetName;
  readonly symbol: string;
  /** UTC instant of the figures; the price ticks on for up to five seconds. */
  readonly asOf: string;
  readonly stale: boolean;
  readonly data: unknown;
}
