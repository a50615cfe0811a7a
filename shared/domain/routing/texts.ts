import type { TextSet } from '../../contract/texts/types.ts';
import { plainPath } from './plain-path.ts';

/** Where the sets of information pages stand (spec 2.3). */
export const SET_PREFIXES = { retail: '/retail-side', advisors: '/advisors/expert-side', brokers: '/brokers/expert-side' } as const satisfies Partial<
  Record<TextSet, string>
>;

/** Pages outside the sets, and the text that each shows. */
const SINGLE: Readonly<Record<string, TextAddress>> = {
  '/broker/disclaimer': { set: 'common', name: 'broker-disclaimer' },
  '/broker-disclaimer': { set: 'common', name: 'broker-disclaimer' },
  '/widget-broker-disclaimer': { set: 'common', name: 'broker-disclaimer' },
  '/widget-sa-disclaimer': { set: 'common', name: 'research-disclaimer' },
  '/vimarsh-compliance': { set: 'retail', name: 'compliance' },
  '/widget-vimarsh-compliance': { set: 'retail', name: 'compliance' },
  '/retail-investors': { set: 'retail', name: 'retail-investors' },
  '/business-partners': { set: 'brokers', name: 'business-partners' },
  '/vimarsh-compliance-experts': { set: 'advisors', name: 'compliance' },
};

/** Texts to be downloaded as a file (S7-RT-11, S7-RT-12). */
export const TEXT_FILES = {
  terms: '/media/terms.pdf',
  agreement: '/media/subscription-agreement.pdf',
} as const;

/** Addresses that people guess or once knew, and where their page is (S2.3-BRK-O01). */
export const MOVED: Readonly<Record<string, string>> = { '/dealers/expert-side/faq': `${SET_PREFIXES.brokers}/faq` };

export interface TextAddress {
  readonly set: TextSet;
  readonly name: string;
}

/** The text of the information page at a path; null elsewhere. */
export function textAt(path: string): TextAddress | null {
  const own = plainPath(path);
  if (Object.hasOwn(SINGLE, own)) return SINGLE[own]!;
  for (const [set, prefix] of Object.entries(SET_PREFIXES)) {
    const name = own.startsWith(`${prefix}/`) ? own.slice(prefix.length + 1) : '';
    if (/^[a-z-]{1,40}$/.test(name)) return { set: set as TextSet, name };
  }
  return null;
}
