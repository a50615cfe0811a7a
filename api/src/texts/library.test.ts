import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TextDocument } from '@vimarsh/shared/contract/texts/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { partnerDisclaimer } from '@vimarsh/shared/domain/partners/partner-disclaimer.ts';
import { TERMS_VERSION } from '@vimarsh/shared/domain/people/consents.ts';
import { HELD_DAYS, MOST_A_YEAR, REWARD_DAYS } from '@vimarsh/shared/domain/referral/referral.ts';
import { textAt } from '@vimarsh/shared/domain/routing/texts.ts';
import { ILLUSTRATION_NOTE, MARKET_RISK_WARNING } from '@vimarsh/shared/domain/text/disclosure.ts';
import { FNO_RISK } from '@vimarsh/shared/domain/text/fno-disclosure.ts';
import { wordsOf } from '@vimarsh/shared/domain/text/text-words.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentOf } from './document.ts';
import { TextFolder } from './text-folder.ts';

interface Route {
  path: string;
  title: string;
}
const HOUSE = new URL('../../../', import.meta.url);
const MODULES = readdirSync(HOUSE).filter((name) => /^(mf-[a-z-]+|shell)$/.test(name) && existsSync(new URL(`${name}/module.json`, HOUSE)));
const routesOf = (name: string): Route[] => JSON.parse(readFileSync(new URL(`${name}/module.json`, HOUSE), 'utf8')).routes;
const PAGES = routesOf('mf-static-pages').filter(({ path }) => textAt(path));
const ADDRESSES = MODULES.flatMap(routesOf).map(({ path }) => path.replace(/\/:.*$/, '') || '/');
/** Sections that the screens add to a text. */
const LIVE = new Set([
  '/vimarsh-compliance#complaints',
  '/vimarsh-compliance-experts#register',
  ...['/retail-side', '/advisors/expert-side', '/brokers/expert-side'].map((set) => `${set}/contact-us#ticket`),
  '/#verify',
]);

const folder = new TextFolder('/nowhere');
beforeAll(() => folder.begin());
const today = '2026-11-27';
const neem = ENVIRONMENTS[0]!.utm_source;
function textOf(path: string, site = 'Vimarsh', broker = '', plans = true): TextDocument {
  const { set, name } = textAt(path)!;
  const versions = folder.texts.get(`${set}/${name}`) ?? folder.texts.get(`common/${name}`) ?? [];
  const found = documentOf(versions, { today, reader: { site, broker, plans } });
  if (!found) throw new Error(`${path} has no text in force`);
  return found;
}
const words = (text: TextDocument): string[] => [text.title, text.intro, ...text.sections.flatMap(wordsOf)];

describe.each(PAGES)('$path', ({ path, title }) => {
  test('has a text with the heading of its tab, a body, source, owner and day (S2.3-RETAIL-01…08, S2.3-ADV-01…08, S2.3-BRK-01…08, S2.3-MISC-O01)', () => {
    const text = textOf(path);
    expect(text.title).toBe(title);
    expect(words(text).join(' ').length).toBeGreaterThan(600);
    expect(text.owner.length).toBeGreaterThan(5);
    expect(text.source.length).toBeGreaterThan(5);
    expect(text.effective <= today).toBe(true);
  });

  test('names nobody else, leaves nothing open, and stays ours under a partner’s brand (S2.3-MISC-O01)', () => {
    for (const text of [textOf(path), textOf(path, neem, neem)]) {
      expect(words(text).join(' ')).not.toMatch(/zerodha|groww|upstox|angel one|lorem|\btodo\b|\btbd\b|\{|\}/i);
      for (const one of words(text)) expect(one.trim()).not.toBe('');
    }
  });

  test.each([true, false])('has no dead link (with plans: %s)', (plans) => {
    const text = (at: string) => textOf(at, neem, neem, plans);
    for (const [, to] of words(text(path))
      .join('\n')
      .matchAll(/\]\(([^)]+)\)/g)) {
      const [place = '', anchor] = to!.split('#');
      const [address = ''] = place.split('?');
      if (LIVE.has(to!) || address.startsWith('/.well-known/')) continue;
      expect(ADDRESSES, to).toContain(address);
      if (anchor === undefined) continue;
      const ids = text(address).sections.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]);
      expect(ids, to).toContain(anchor);
    }
  });
});

const allOf = (path: string): string => words(textOf(path)).join('\n');

test('the page of refunds and cancellation says so in its heading (S2.3-MISC-01)', () => {
  for (const path of ['/retail-side/racp', '/advisors/expert-side/racp', '/brokers/expert-side/racp'])
    expect(textOf(path).title).toMatch(/^Refund and cancellation/);
});

test('brokers and dealers have questions of their own (S2.3-BRK-08, S2.3-BRK-A01)', () => {
  expect(textOf('/brokers/expert-side/faq').sections[0]!.title).toBe('Dealers');
  expect(textOf('/brokers/expert-side/faq').sections[0]!.questions.length).toBeGreaterThan(3);
});

test('fixed wording stands word for word where it must', () => {
  expect(MARKET_RISK_WARNING).toBe('Investment in securities market are subject to market risks. Read all the related documents carefully before investing.');
  for (const path of [
    '/retail-side/terms-condition',
    '/retail-side/disclaimer',
    '/vimarsh-compliance',
    '/widget-sa-disclaimer',
    '/broker/disclaimer',
    '/advisors/expert-side/disclaimer',
    '/brokers/expert-side/disclaimer',
  ])
    expect(allOf(path).split('\n'), path).toContain(MARKET_RISK_WARNING);
  for (const path of ['/retail-side/disclaimer', '/widget-sa-disclaimer'])
    for (const line of [ILLUSTRATION_NOTE, ...FNO_RISK.lines]) expect(allOf(path).split('\n')).toContain(line);
  for (const path of ['/broker/disclaimer', '/brokers/expert-side/disclaimer']) {
    expect(textOf(path).sections[0]!.blocks[0]).toEqual({ kind: 'numbered', items: partnerDisclaimer('The broker') });
    expect(textOf(path, neem, neem).sections[0]!.blocks[0]).toEqual({ kind: 'numbered', items: partnerDisclaimer(neem) });
  }
});

test('the version of the terms is the one that consents are recorded with', () => expect(textOf('/retail-side/terms-condition').version).toBe(TERMS_VERSION));

test('anchors that other screens link to exist', () => {
  expect(textOf('/retail-side/terms-condition').sections.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['mitc', 'disclosures', 'charter', 'grievance', 'parties', 'service', 'fees', 'suspension', 'liability', 'changes']),
  );
  expect(textOf('/retail-side/faq').sections.map(({ id }) => id)).toEqual(expect.arrayContaining(['calls', 'plans', 'refunds', 'kyc', 'chat', 'trading']));
});

test('all eleven most important terms stand in terms and compliance', () => {
  for (const path of ['/retail-side/terms-condition', '/vimarsh-compliance'])
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
    ])
      expect(allOf(path)).toMatch(point);
});

test.each(['/retail-investors', '/retail-side/faq', '/retail-side/racp', '/retail-side/refer-earn'])(
  '%s names no plan and no price to customers of a broker without plans, and both to others where it did',
  (path) => {
    const NAMED = /\bplans?\b|\bpremium\b|\bpro\b|\blite\b|₹ ?\d/i;
    expect(words(textOf(path, neem, neem, true)).join('\n')).toMatch(NAMED);
    const bundled = textOf(path, neem, neem, false);
    // What a version took out is named in the history, as everywhere.
    for (const one of [
      ...words(bundled),
      ...bundled.versions.flatMap(({ changes, sections }) => [...changes, ...sections.filter(({ how }) => how !== 'removed').map(({ title }) => title)]),
    ])
      expect(one).not.toMatch(NAMED);
    expect(words(bundled).join(' ').length).toBeGreaterThan(400);
    // Versions from before there were two ways to say it named plans to everybody.
    expect(bundled.versions.length).toBeLessThan(textOf(path, neem, neem, true).versions.length);
  },
);

test.each(['/advisors/expert-side/faq', '/advisors/expert-side/racp', '/brokers/expert-side/faq', '/brokers/expert-side/racp'])(
  '%s names no plan and no price on the site of a broker without plans',
  (path) => {
    const bundled = textOf(path, neem, neem, false);
    for (const one of words(bundled)) expect(one).not.toMatch(/\bpublisher\b|\bpremium\b|\bpro\b|\blite\b/i);
    for (const { changes } of bundled.versions) for (const change of changes) expect(change).not.toMatch(/publisher|premium/i);
    expect(words(bundled).join(' ').length).toBeGreaterThan(400);
  },
);

test('who bills and refunds is us, on a broker’s site too: no text says that a broker does', () => {
  for (const path of ['/brokers/expert-side/racp', '/retail-side/racp', '/retail-investors'])
    for (const plans of [true, false])
      expect(words(textOf(path, neem, neem, plans)).join('\n'), path).not.toMatch(/you refund them|broker bills|broker’s terms\s+apply/);
  const { versions } = documentOf(folder.texts.get('retail/subscription-agreement')!, { today, reader: { site: neem, broker: neem, plans: true } })!;
  expect(versions[0]).toMatchObject({ version: '1.2.0', state: 'in-force' });
  expect(allOf('/brokers/expert-side/racp')).toContain('We bill them, in our name, and we refund them.');
});

test('recommending promises no money, and days only where they are given', () => {
  const text = allOf('/retail-side/refer-earn');
  expect(text).toContain('No money, no gift and no share of a fee');
  expect(text).toContain('Where that tab is not there, nothing is given');
  expect(text).toContain('given seven days');
  expect(text).toMatch(/worth\s+as\s+much/);
  expect([REWARD_DAYS, HELD_DAYS, MOST_A_YEAR]).toEqual([7, 7, 5]);
});

test('the texts are found on a path that an address would write with escapes', () => {
  const copy = mkdtempSync(join(tmpdir(), 'vimarsh in a folder with spaces '));
  try {
    cpSync(fileURLToPath(new URL('.', import.meta.url)), join(copy, 'texts'), { recursive: true });
    for (const linked of ['node_modules', 'package.json']) symlinkSync(fileURLToPath(new URL(linked, HOUSE)), join(copy, linked));
    const script = `const { TextFolder } = await import('./texts/text-folder.ts'); const folder = new TextFolder(''); await folder.begin(); console.log(folder.texts.size);`;
    const said = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], {
      cwd: copy,
      encoding: 'utf8',
    });
    expect(Number(said)).toBe(folder.texts.size);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
