import { css } from '@emotion/react';
import { INSIGHT_TAGS } from '@vimarsh/shared/contract/embed/widgets.ts';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { readWidgetKit } from '@vimarsh/shared/contract/widget-kit/routes.ts';
import type { TestKey, WidgetKit } from '@vimarsh/shared/contract/widget-kit/types.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { Combobox, type ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { SelectField, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Page } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useState } from 'react';
import { Card } from '../insight/parts.view.tsx';
import { AccentCheck } from './accent-check.tsx';
import { CodeBlock } from './code-block.tsx';
import { Preview } from './preview.tsx';
import {
  type Choice,
  DENSITIES,
  FORMS,
  type Form,
  INSIGHTS,
  type InsightTag,
  LANGUAGES,
  leastHeight,
  policyOf,
  SECTIONS,
  snippetOf,
  THEMES,
  usualHeight,
} from './snippets.ts';
import { useTestKey } from './test-key.ts';

const columns = css`
  display: grid;
  gap: var(--s-16);
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  @media (min-width: 880px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`;
const column = css`
  display: grid;
  gap: var(--s-16);
  grid-template-columns: minmax(0, 1fr);
`;
const fields = css`
  display: grid;
  gap: var(--s-12);
`;
const pair = css`
  display: grid;
  gap: var(--s-12);
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
`;
const chips = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
  margin: 0;
  padding: 0;
  border: 0;
  & legend {
    margin-bottom: var(--s-4);
    font-size: var(--t-13);
    color: var(--ink-2);
  }
`;
const quiet = css`
  && {
    margin: var(--s-8) 0 0;
  }
  font-size: var(--t-13);
  color: var(--ink-2);
`;

const THEME_NAMES = { auto: 'As the visitor prefers', light: 'Light', dark: 'Dark', partner: 'Your brand’s colour' } as const;
const LANGUAGE_NAMES = { en: 'English', hi: 'हिन्दी (Hindi)' } as const;
const DENSITY_NAMES = { comfortable: 'Comfortable', compact: 'Compact' } as const;
const WIDTHS = [320, 420, 640] as const;
const FIRST: Readonly<Record<InsightTag, string>> = { 'vimarsh-sentiment': 'RELIANCE', 'vimarsh-equity': 'RELIANCE', 'vimarsh-options': 'NIFTY' };
const YOUR_KEY = 'pk_live_…';

/** `/business-partners/widgets`: choose a widget, see it run, paste it. Open to everyone. */
export function WidgetsPage() {
  const { data, error, refetch } = useQuery(readWidgetKit, undefined, { shown: true });
  const testKey = useTestKey();
  return (
    <Page title="Widgets for your pages">
      {data && testKey !== undefined ? (
        <Configurator kit={data} testKey={testKey} />
      ) : error ? (
        <ErrorState what="the widgets" onRetry={refetch} error={error} />
      ) : (
        <SkeletonRows rows={12} screen />
      )}
    </Page>
  );
}
export { WidgetsPage as Page };

function Configurator({ kit, testKey }: { kit: WidgetKit; testKey: TestKey | null }) {
  const session = useSessionApi();
  const [tag, setTag] = useState<InsightTag>('vimarsh-sentiment');
  const [codes, setCodes] = useState(FIRST);
  const [theme, setTheme] = useState<Choice['theme']>('auto');
  const [lang, setLang] = useState<Choice['lang']>('en');
  const [density, setDensity] = useState<Choice['density']>('comfortable');
  const [sections, setSections] = useState<readonly string[]>([]);
  const [height, setHeight] = useState<number>(usualHeight(tag, 'comfortable'));
  const [width, setWidth] = useState<number | null>(null);
  const [ownKey, setOwnKey] = useState('');
  const [form, setForm] = useState<Form>('element');

  const tall = leastHeight(tag) !== usualHeight(tag, 'comfortable');
  const choice: Choice = {
    tag,
    code: codes[tag],
    theme,
    lang,
    density,
    // In the order they stand, whatever the order of choosing.
    sections: SECTIONS[tag].filter((section) => sections.includes(section)),
    height: tall ? Math.max(height, leastHeight(tag)) : usualHeight(tag, density),
    accessKey: kit.preview_key,
  };
  const source = { portal: location.origin, pinned: kit.pinned };
  const load = async (search: string): Promise<ComboboxOption[]> => {
    const found = await session.request(searchInstruments, { query: { search, limit: '8' } }, { quiet: true });
    return (found.data ?? []).map((item) => ({ value: item.symbol, label: item.symbol, hint: item.name }));
  };
  const choose = (next: InsightTag): void => {
    setTag(next);
    setSections([]);
    setHeight(usualHeight(next, 'comfortable'));
  };
  const press = (section: string): void => setSections(sections.includes(section) ? sections.filter((each) => each !== section) : [...sections, section]);
  return (
    <>
      <div css={columns}>
        <Card title="Choose">
          <div css={fields}>
            <SelectField
              label="Widget"
              value={tag}
              options={INSIGHT_TAGS.map((value) => ({ value, label: INSIGHTS[value].label }))}
              onChange={(value) => choose(value as InsightTag)}
            />
            <Combobox
              label={tag === 'vimarsh-options' ? 'Index or stock' : 'Stock or index'}
              value={{ value: choice.code, label: choice.code }}
              load={load}
              onChange={(option) => option && setCodes({ ...codes, [tag]: option.value })}
            />
            <SelectField
              label="Theme"
              value={theme}
              options={THEMES.map((value) => ({ value, label: THEME_NAMES[value] }))}
              onChange={(value) => setTheme(value as Choice['theme'])}
            />
            <div css={pair}>
              <SelectField
                label="Language"
                value={lang}
                options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
                onChange={(value) => setLang(value as Choice['lang'])}
              />
              <SelectField
                label="Density"
                value={density}
                options={DENSITIES.map((value) => ({ value, label: DENSITY_NAMES[value] }))}
                onChange={(value) => setDensity(value as Choice['density'])}
              />
            </div>
            <fieldset css={chips}>
              <legend>Sections (all, if none is chosen)</legend>
              {SECTIONS[tag].map((section) => (
                <Chip key={section} pressed={sections.includes(section)} onPress={() => press(section)}>
                  {section}
                </Chip>
              ))}
            </fieldset>
            <div css={pair}>
              <SelectField
                label="Width"
                value={String(width ?? '')}
                options={[{ value: '', label: 'As its place' }, ...WIDTHS.map((value) => ({ value: String(value), label: `${value} px` }))]}
                onChange={(value) => setWidth(value === '' ? null : Number(value))}
              />
              {tall ? (
                <SelectField
                  label="Height"
                  value={String(height)}
                  options={[...new Set([usualHeight(tag, 'comfortable'), 400, 520, 900])]
                    .toSorted((a, b) => a - b)
                    .map((value) => ({ value: String(value), label: `${value} px` }))}
                  onChange={(value) => setHeight(Number(value))}
                />
              ) : null}
            </div>
            <TextField
              label="Your access key"
              value={ownKey}
              placeholder={YOUR_KEY}
              autoComplete="off"
              spellCheck={false}
              maxLength={80}
              onChange={(event) => setOwnKey(event.target.value.trim())}
              hint="Goes into the snippet only. Without one the snippet has a test key; the preview runs with a key of ours."
            />
          </div>
        </Card>
        <Card title="Live preview">
          <Preview choice={choice} width={width} />
        </Card>
      </div>
      <Card title="Paste">
        <Tabs label="Form of the snippet" items={FORMS} value={form} onChange={setForm} panelId="snippet" />
        <TabPanel id="snippet" value={form}>
          <div css={column}>
            <p css={quiet}>{NOTES[form]}</p>
            <CodeBlock label="Snippet" text={snippetOf(form, { ...choice, accessKey: ownKey || testKey?.access_key || YOUR_KEY }, source)} />
            {testKey && !ownKey ? (
              <>
                <p css={quiet}>
                  {`The test key in it lives ${testKey.days} days, until ${formatDay(testKey.expires_at)}, and needs no account. It works on any page, also on localhost and in a file, and shows simulated data, marked “Test data”.`}
                </p>
                <p css={quiet}>
                  Keep this claim secret to yourself, on no page. It proves that the test key is yours when you ask us for a live key, and it is shown only
                  here.
                </p>
                <CodeBlock label="Claim secret" text={testKey.claim_secret} />
              </>
            ) : null}
          </div>
        </TabPanel>
      </Card>
      <div css={columns}>
        <Card title="Content-Security-Policy">
          <p css={quiet}>If your pages have one, it has to allow this. No style, image, font or “unsafe” source is needed; Trusted Types may be 'none'.</p>
          <CodeBlock label="Policy lines" text={policyOf(form, source.portal)} />
        </Card>
        <Card title="Contrast">
          <AccentCheck />
        </Card>
      </div>
      <p css={quiet}>
        To find out why a widget does not show on your own page, open the page with <code>?vimarsh-check</code> in its address.
      </p>
    </>
  );
}

const NOTES: Readonly<Record<Form, string>> = {
  element: 'The newest release of version 1. One script on a page is enough for any number of widgets.',
  pinned: 'A version that never changes, checked against its hash by the browser. For pages where nothing may change without you.',
  iframe: 'For pages that allow no scripts from other sites. If the script is on the page too, frames get the height of their content.',
  react: 'For React 18 and 19, with the package @vimarsh/embed.',
};
