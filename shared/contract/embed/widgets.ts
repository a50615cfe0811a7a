import { ELEMENTS, type ElementTag, type InsightTag, type Kind, type WidgetName } from './elements.ts';

type Short<Tag> = Tag extends `vimarsh-${infer Name}` ? Name : never;
export type ShortName = Short<InsightTag>;

export const ELEMENT_TAGS = Object.keys(ELEMENTS) as ElementTag[];
export const INSIGHT_TAGS = ELEMENT_TAGS.filter((tag): tag is InsightTag => 'widget' in ELEMENTS[tag]);
export const WIDGETS: readonly WidgetName[] = INSIGHT_TAGS.map((tag) => ELEMENTS[tag].widget);

/** What its files and routes are named by: a tag without what all tags begin with. */
export const shortOf = <Tag extends ElementTag>(tag: Tag): Short<Tag> => tag.slice('vimarsh-'.length) as Short<Tag>;
export const SHORT_NAMES: readonly ShortName[] = INSIGHT_TAGS.map(shortOf);

export const tagOf = (widget: WidgetName): InsightTag => INSIGHT_TAGS.find((tag) => ELEMENTS[tag].widget === widget)!;
export const kindOf = (widget: WidgetName): Kind => ELEMENTS[tagOf(widget)];

/** Of which one expiry may be asked for. */
export const EXPIRING: readonly WidgetName[] = WIDGETS.filter((widget) => kindOf(widget).expires);
