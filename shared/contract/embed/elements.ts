/**
 * What partners can put on their pages, by tag: the one list of widgets. Names, subjects, files, bundles and lists derive from it;
 * what else a widget needs (its words, its view, its source) the compiler asks for, in records by its name or tag.
 */
export interface Kind {
  /** CSS length kept for it from the start. The room that words need depends on the width of the page. */
  readonly height: string;
  /** The same with `density="compact"`, or with `derivatives`. */
  readonly compact?: string;
  readonly whole?: string;
  /** Its page may choose another height. What is longer than that, or than words may take, scrolls inside unless the page says `fit="content"`. */
  readonly tall?: true;
  /** None: not fed by the runtime, its file does it all. */
  readonly widget?: string;
  /** Attributes that name what is shown; the first that is set counts. */
  readonly codes: readonly string[];
  /** One expiry of it may be asked for. */
  readonly expires?: true;
}

export const ELEMENTS = {
  'vimarsh-sentiment': { height: '208px', compact: '176px', widget: 'market-sentiment', codes: ['stock'] },
  'vimarsh-equity': { height: '640px', tall: true, widget: 'equity-insights', codes: ['stock'] },
  'vimarsh-options': { height: '720px', tall: true, widget: 'options-insights', codes: ['index', 'stock'], expires: true },
  'vimarsh-disclaimer': { height: 'max(160px,380px - 36vw)', whole: 'max(344px,900px - 95vw)', codes: [] },
} as const satisfies Record<`vimarsh-${string}`, Kind>;

export type ElementTag = keyof typeof ELEMENTS;
/** Tags of insights. */
export type InsightTag = { [Tag in ElementTag]: (typeof ELEMENTS)[Tag] extends { readonly widget: string } ? Tag : never }[ElementTag];
/** Insights by the names that access keys list. */
export type WidgetName = (typeof ELEMENTS)[InsightTag]['widget'];
