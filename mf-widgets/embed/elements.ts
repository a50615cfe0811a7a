import type { WidgetName } from '@vimarsh/shared/contract/embed.contract.ts';

export interface Kind {
  /** px that are kept for it from the start. */
  readonly height: number;
  /** The same with `density="compact"`. */
  readonly compact?: number;
  /** None: not fed by the runtime, its file does it all. */
  readonly widget?: WidgetName;
  /** Attributes that name what is shown; the first that is set counts. */
  readonly codes: readonly [string, ...string[]];
}

/** The elements there are, by tag. */
export const ELEMENTS = {
  'vimarsh-sentiment': { height: 208, compact: 176, widget: 'market-sentiment', codes: ['stock'] },
  'vimarsh-equity': { height: 640, widget: 'equity-insights', codes: ['stock'] },
  'vimarsh-options': { height: 720, widget: 'options-insights', codes: ['index', 'stock'] },
  'vimarsh-disclaimer': { height: 96, codes: ['derivatives'] },
} as const satisfies Record<string, Kind>;
export type ElementTag = keyof typeof ELEMENTS;
