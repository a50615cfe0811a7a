// Components with effects: a server that renders React of its own (Next.js App Router) has to know, or its build fails.
'use client';

import {
  type CSSProperties,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactNode,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import type { Density, EquitySection, Language, OptionsSection, SentimentSection, VimarshEventMap } from './events.js';
import { type LoadOptions, loadVimarsh, type VimarshWidget } from './index.js';

export type * from './events.js';

type Detail<K extends keyof VimarshEventMap> = VimarshEventMap[K]['detail'];

interface Common extends LoadOptions {
  readonly theme?: 'auto' | 'light' | 'dark' | 'partner';
  readonly lang?: Language;
  /** Shown until the element is there, and without JavaScript. */
  readonly children?: ReactNode;
  readonly className?: string;
  readonly style?: CSSProperties;
}
export interface WidgetProps extends Common {
  readonly accessKey: string;
  /** With a key of an app (`pk_app_…`): what your server has signed for it, anew when `onError` says PROOF_EXPIRED. */
  readonly proof?: string;
  /** `eager` also far below the screen. */
  readonly load?: 'lazy' | 'eager';
  readonly density?: Density;
  readonly onReady?: (detail: Detail<'vimarsh:ready'>) => void;
  readonly onData?: (detail: Detail<'vimarsh:data'>) => void;
  readonly onState?: (detail: Detail<'vimarsh:state'>) => void;
  readonly onError?: (detail: Detail<'vimarsh:error'>) => void;
  readonly onWarning?: (detail: Detail<'vimarsh:warning'>) => void;
}
/** Grows instead of scrolling inside; then what stands below moves. */
interface Fitting {
  readonly fit?: 'content';
}
interface TallProps extends WidgetProps, Fitting {
  /** px, from 320. */
  readonly height?: number;
}
export interface SentimentProps extends WidgetProps {
  readonly stock: string;
  /** All without it. */
  readonly sections?: readonly SentimentSection[];
}
export interface EquityProps extends TallProps {
  readonly stock: string;
  /** All without it. */
  readonly sections?: readonly EquitySection[];
  /** The visitor chose another stock. Answer false to stay; without it the element goes there. */
  readonly onSelect?: (symbol: string) => unknown;
}
export interface OptionsProps extends TallProps {
  /** An index, or a stock that has options. */
  readonly index: string;
  /** `YYYY-MM-DD`; without it the nearest. */
  readonly expiry?: string;
  /** All without it. */
  readonly sections?: readonly OptionsSection[];
}
export interface DisclaimerProps extends Common, Fitting {
  /** Also the risk disclosure on futures and options. */
  readonly derivatives?: boolean;
}
type All = Common &
  Partial<Omit<SentimentProps & EquityProps & OptionsProps & DisclaimerProps, keyof Common | 'sections'>> & { readonly sections?: readonly string[] };

/** CSS length that the element will take, by what is asked of it: kept from the first, also server-rendered, HTML on. */
type Room = (props: All) => string;
const tall =
  (usual: number): Room =>
  ({ height }) =>
    `${Math.min(5000, Math.max(320, height ?? usual))}px`;

/** The tag with its attributes; handlers may change with every render and are never attached anew. */
function component<P extends Common>(tag: string, room: Room): ForwardRefExoticComponent<P & RefAttributes<VimarshWidget>> {
  const Component = forwardRef<VimarshWidget, All>((props, ref) => {
    const { portal, version, integrity, children, className, style, accessKey, derivatives, sections, ...rest } = props;
    const { onReady, onData, onState, onError, onWarning, onSelect, ...plain } = rest;
    const element = useRef<VimarshWidget>(null);
    useImperativeHandle(ref, () => element.current as VimarshWidget);
    const handlers = useRef<Record<string, ((detail: never, event: Event) => void) | undefined>>({});
    useEffect(() => {
      handlers.current = {
        ready: onReady,
        data: onData,
        state: onState,
        error: onError,
        warning: onWarning,
        select: onSelect && (({ symbol }: { symbol: string }, event) => onSelect(symbol) === false && event.preventDefault()),
      };
    });
    useEffect(() => {
      const host = element.current;
      if (!host) return;
      const hear = (event: Event): void => handlers.current[event.type.slice('vimarsh:'.length)]?.((event as CustomEvent).detail as never, event);
      const types = ['ready', 'data', 'state', 'error', 'warning', 'select'].map((name) => `vimarsh:${name}`);
      for (const type of types) host.addEventListener(type, hear);
      return () => {
        for (const type of types) host.removeEventListener(type, hear);
      };
    }, []);
    useEffect(() => {
      loadVimarsh({ portal, version, integrity })?.catch((error: unknown) =>
        handlers.current.error?.(
          {
            code: 'blocked',
            message: String(error),
            fix:
              integrity && !version
                ? 'Give the version that the hash belongs to, too, or leave integrity out.'
                : `Allow script-src ${portal} in your Content-Security-Policy, and check the network${integrity ? ' and that the hash is of this version' : ''}.`,
            retryable: true,
          } as never,
          new Event('error'),
        ),
      );
    }, [portal, version, integrity]);
    const attributes = {
      ...plain,
      ...(accessKey && { 'access-key': accessKey }),
      ...(derivatives && { derivatives: '' }),
      ...(sections && { sections: String(sections) }),
      ...(className && { class: className }),
    };
    // Style goes first: the element, once it is there, keeps its room by itself with every attribute that follows.
    return createElement(tag, { style: { display: 'block', minHeight: room(props), ...style }, ...attributes, ref: element }, children);
  });
  Component.displayName = tag;
  return Component as unknown as ForwardRefExoticComponent<P & RefAttributes<VimarshWidget>>;
}

export const VimarshSentiment = /* @__PURE__ */ component<SentimentProps>('vimarsh-sentiment', ({ density }) => (density === 'compact' ? '176px' : '208px'));
export const VimarshEquity = /* @__PURE__ */ component<EquityProps>('vimarsh-equity', tall(640));
export const VimarshOptions = /* @__PURE__ */ component<OptionsProps>('vimarsh-options', tall(720));
export const VimarshDisclaimer = /* @__PURE__ */ component<DisclaimerProps>('vimarsh-disclaimer', ({ derivatives }) =>
  derivatives ? 'max(344px,900px - 95vw)' : 'max(160px,380px - 36vw)',
);
