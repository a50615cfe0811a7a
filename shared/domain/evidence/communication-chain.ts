/** One line of a file of a chain (docs/record-format.md). */
export interface ChainLine {
  readonly chain: string;
  readonly n: number;
  /** UTC instant with milliseconds. */
  readonly at: string;
  readonly kind: string;
  /** '' for the clock, and where the content is withheld. */
  readonly person: string;
  /** JSON with a salt; null where it is withheld. */
  readonly content: string | null;
  /** Why there is no content: `withdrawn` or `private` for whom the file is, `retention` once the law asks for it no more; '' where there is one. */
  readonly withheld: '' | 'withdrawn' | 'private' | 'retention';
  readonly digest: string;
  readonly prev: string;
  readonly hash: string;
}

/** A head of a chain that the ledger’s key has signed. */
export interface ChainHead {
  readonly serial: number;
  readonly chain: string;
  readonly n: number;
  readonly manifest: string;
  readonly signature: string;
}

/** What a file of communications says it holds. */
export interface CommunicationScope {
  readonly chains: readonly {
    readonly chain: string;
    /** Numbers of its first and last entry in the file, and how many there are; `whole`: none between is left out. */
    readonly first: number;
    readonly last: number;
    readonly entries: number;
    readonly whole: boolean;
    readonly hash: string;
  }[];
  /** Rows of the database that are not what was entered. */
  readonly differences: readonly { readonly chain: string; readonly kind: string; readonly ref: string; readonly why: string }[];
}

export const SCOPE = 'scope.json';

/** The text whose SHA-256 is the hash of an entry. */
export const linkText = ({ prev, chain, n, at, kind, digest }: Pick<ChainLine, 'prev' | 'chain' | 'n' | 'at' | 'kind' | 'digest'>): string =>
  [prev, chain, n, at, kind, digest].join('\n');

/** Where a manifest that signs a head names it, and the head signed before. */
export const headPath = (chain: string, n: number): string => `chains/${chain}/${n}`;
export const serialPath = (serial: number): string => `heads/${serial}`;
