import { partnerDisclaimer } from '@vimarsh/shared/domain/partners/partner-disclaimer.ts';
import { FNO_RISK, ILLUSTRATION_NOTE, MARKET_RISK_WARNING } from '@vimarsh/shared/domain/text/disclosure.ts';
import { describe, expect, test } from 'vitest';
import manifest from '../../module.json' with { type: 'json' };
import { ANALYST_DISCLAIMER } from './analyst-disclaimer.ts';
import { brokerDisclaimer } from './broker-disclaimer.ts';
import { COMPLIANCE } from './compliance.ts';
import { type SectionedDocument, stringsOf } from './content.types.ts';
import { lintCopy } from './copy-lint.ts';
import { EXPERTS_COMPLIANCE } from './experts-compliance.ts';
import { RETAIL_FAQ } from './retail-faq.ts';
import { RETAIL_TERMS } from './retail-terms.ts';

const faqStrings = RETAIL_FAQ.groups.flatMap((group) => [group.title, ...group.questions.flatMap((one) => [one.question, ...one.answer.flatMap(stringsOf)])]);
const stringsIn = ({ sections }: SectionedDocument) => sections.flatMap((section) => [section.title, ...section.blocks.flatMap(stringsOf)]);
const termsStrings = stringsIn(RETAIL_TERMS);
const SECTIONED = [RETAIL_TERMS, COMPLIANCE, EXPERTS_COMPLIANCE, ANALYST_DISCLAIMER, brokerDisclaimer(''), brokerDisclaimer('Neem Securities')];
const everything = [
  ...[RETAIL_FAQ, ...SECTIONED].flatMap(({ title, intro }) => [title, intro]),
  ...manifest.routes.map((route) => route.title),
  ...faqStrings,
  ...SECTIONED.flatMap(stringsIn),
];

describe('words that promise', () => {
  test.each(everything)('not in: %s', (words) => expect(lintCopy(words)).toEqual([]));

  test.each([
    'The best calls in the market',
    'Our TOP experts',
    'A sure-shot target',
    'Guaranteed returns',
    'Profits are assured',
    'No. 1 in research',
    '92% accuracy',
    'Accuracy of 92',
    'A risk-free trade',
    'There is no doubt. Returns are guaranteed.',
  ])('found in: %s', (words) => expect(lintCopy(words)).not.toEqual([]));

  test.each(['no guarantee of profit', 'There is no assured-return scheme.', 'does not guarantee future results', 'are no assurance of performance'])(
    'allowed where denied: %s',
    (words) => expect(lintCopy(words)).toEqual([]),
  );
});

test('no other brand and no open placeholder is named (S2.3-MISC-O01)', () => {
  expect(everything.join(' ')).not.toMatch(/zerodha|groww|upstox|angel|lorem|todo|\{(?!site\})/i);
  for (const words of everything) expect(words.trim()).not.toBe('');
});

test('every text has a version and the day it takes effect', () => {
  for (const { version, effective } of [RETAIL_FAQ, ...SECTIONED]) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(effective).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});

test('anchors are unique within a page, and those that other screens link to exist', () => {
  const [terms, ...others] = SECTIONED.map(({ sections }) => sections.map((section) => section.id));
  const faq = RETAIL_FAQ.groups.flatMap((group) => [group.id, ...group.questions.map((one) => one.id)]);
  for (const ids of [terms!, ...others, faq]) expect(new Set(ids).size).toBe(ids.length);
  expect(terms).toEqual(expect.arrayContaining(['mitc', 'disclosures', 'charter', 'grievance']));
});

test('the FAQs cover what investors ask: calls, plans, refunds, KYC, chat, trading', () => {
  expect(RETAIL_FAQ.groups.map((group) => group.id)).toEqual(expect.arrayContaining(['calls', 'plans', 'refunds', 'kyc', 'chat', 'trading']));
});

test('the terms cover parties, service, fees with the cap, suspension, liability and law, and carry the fixed warning verbatim', () => {
  expect(RETAIL_TERMS.sections.map((section) => section.id)).toEqual(
    expect.arrayContaining(['parties', 'service', 'fees', 'suspension', 'liability', 'changes']),
  );
  expect(termsStrings).toContain(MARKET_RISK_WARNING);
  expect(MARKET_RISK_WARNING).toBe('Investment in securities market are subject to market risks. Read all the related documents carefully before investing.');
});

test('all eleven most important terms are present', () => {
  const mitc = RETAIL_TERMS.sections
    .find((section) => section.id === 'mitc')!
    .blocks.flatMap(stringsOf)
    .join(' ');
  for (const point of [
    /research only/,
    /₹1,51,000/,
    /at most one year/,
    /no cash/,
    /CeFCoM/,
    /Conflicts/,
    /no assured-return/,
    /no guarantee/,
    /market risk/,
    /no assurance/,
    /SCORES/,
    /Never share/,
  ]) {
    expect(mitc).toMatch(point);
  }
});

test('the broker’s disclaimer states its four points in the partner’s name, or in any broker’s on our own site', () => {
  const points = (broker: string) => brokerDisclaimer(broker).sections[0]!.blocks[0]!;
  expect(points('Neem Securities')).toEqual({ kind: 'numbered', items: partnerDisclaimer('Neem Securities') });
  expect(points('')).toEqual({ kind: 'numbered', items: partnerDisclaimer('The broker') });
});

test('the research disclaimer carries both fixed texts and the derivatives risk verbatim', () => {
  expect(stringsIn(ANALYST_DISCLAIMER)).toEqual(expect.arrayContaining([MARKET_RISK_WARNING, ILLUSTRATION_NOTE, ...FNO_RISK.lines]));
});
