/**
 * Texts as data. In every text `{site}` is the brand the visitor sees (the partner's or ours), `**bold**` is emphasis and
 * `[words](/path)` is a link inside the portal.
 */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Points that are referred to by number. */
  | { readonly kind: 'numbered'; readonly items: readonly string[] }
  /** Wording that is fixed and stands out. */
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'table'; readonly caption: string; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

interface Versioned {
  readonly title: string;
  readonly intro: string;
  /** Raised with every change. Acceptances are recorded against it. */
  readonly version: string;
  /** The IST day this version takes effect. */
  readonly effective: string;
}

export interface Section {
  /** Anchor. It never changes once published. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}
/** A text in sections: terms, disclaimers, compliance. */
export interface SectionedDocument extends Versioned {
  readonly sections: readonly Section[];
}

export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: readonly Block[];
}
export interface FaqDocument extends Versioned {
  readonly groups: readonly { readonly id: string; readonly title: string; readonly questions: readonly Question[] }[];
}

/** All strings of a block, for the search and the wording check. */
export function stringsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'list':
    case 'numbered':
      return block.items;
    case 'table':
      return [block.caption, ...block.head, ...block.rows.flat()];
    default:
      return [block.text];
  }
}
