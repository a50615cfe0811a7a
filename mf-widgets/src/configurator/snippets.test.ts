import { INSIGHT_TAGS } from '@vimarsh/shared/contract/embed/widgets.ts';
import { expect, test } from 'vitest';
import { type Choice, codeAttribute, FORMS, leastHeight, policyOf, type Source, snippetOf, usualHeight } from './snippets.ts';

const SOURCE: Source = { portal: 'https://vimarsh.example', pinned: { path: '/w/1.0.0-0123456789/loader.js', integrity: 'sha384-abc' } };
const SENTIMENT: Choice = {
  tag: 'vimarsh-sentiment',
  code: 'M&M',
  theme: 'auto',
  lang: 'en',
  density: 'comfortable',
  sections: [],
  height: 208,
  accessKey: 'pk_live_neem_1',
};
const OPTIONS: Choice = {
  tag: 'vimarsh-options',
  code: 'NIFTY',
  theme: 'dark',
  lang: 'en',
  density: 'comfortable',
  sections: [],
  height: 600,
  accessKey: 'pk_live_neem_1',
};

test('an element: one script, the tag, its room, and a link for who has no JavaScript', () => {
  expect(snippetOf('element', SENTIMENT, SOURCE)).toBe(
    `<script type="module" async crossorigin src="https://vimarsh.example/w/v1.js"></script>
<vimarsh-sentiment stock="M&amp;M" access-key="pk_live_neem_1" style="display:block;min-height:208px">
  <a href="https://vimarsh.example/market-sentiment?stock=M%26M">M&amp;M market sentiment</a>
</vimarsh-sentiment>`,
  );
});

test('pinned: the version that never changes, with its hash', () => {
  expect(snippetOf('pinned', OPTIONS, SOURCE)).toContain(
    '<script type="module" async src="https://vimarsh.example/w/1.0.0-0123456789/loader.js" integrity="sha384-abc" crossorigin></script>',
  );
  expect(snippetOf('pinned', OPTIONS, SOURCE)).toContain('index="NIFTY" access-key="pk_live_neem_1" theme="dark" height="600"');
});

test('a frame carries key and theme in its address and stays in its sandbox', () => {
  expect(snippetOf('iframe', OPTIONS, SOURCE)).toContain(
    'src="https://vimarsh.example/options-insights/NIFTY/pk_live_neem_1?theme=dark" title="NIFTY options insight"',
  );
  expect(snippetOf('iframe', { ...SENTIMENT, theme: 'light' }, SOURCE)).toContain('/M%26M?broker_access_key=pk_live_neem_1&amp;theme=light"');
  expect(snippetOf('iframe', OPTIONS, SOURCE)).toContain('sandbox="allow-scripts allow-same-origin allow-popups"');
});

test('React: the package’s component with the same choices', () => {
  expect(snippetOf('react', OPTIONS, SOURCE)).toBe(
    `import { VimarshOptions } from '@vimarsh/embed/react';

<VimarshOptions portal="https://vimarsh.example" accessKey="pk_live_neem_1" index="NIFTY" theme="dark" height={600} />`,
  );
});

test('language, density and sections go into each form; what is usual is not written', () => {
  const hindi: Choice = { ...OPTIONS, theme: 'auto', lang: 'hi', density: 'compact', sections: ['glance', 'build-up'], height: 720 };
  expect(snippetOf('element', hindi, SOURCE)).toContain(
    'access-key="pk_live_neem_1" lang="hi" density="compact" sections="glance,build-up" style="display:block;min-height:720px"',
  );
  expect(snippetOf('iframe', hindi, SOURCE)).toContain('/options-insights/NIFTY/pk_live_neem_1?lang=hi&amp;density=compact&amp;sections=glance,build-up"');
  expect(snippetOf('iframe', { ...SENTIMENT, lang: 'hi' }, SOURCE)).toContain('?broker_access_key=pk_live_neem_1&amp;lang=hi"');
  expect(snippetOf('react', hindi, SOURCE)).toContain(`index="NIFTY" lang="hi" density="compact" sections={['glance', 'build-up']} />`);
  expect(snippetOf('element', { ...SENTIMENT, density: 'compact', height: usualHeight('vimarsh-sentiment', 'compact') }, SOURCE)).toContain(
    'density="compact" style="display:block;min-height:176px"',
  );
  expect(snippetOf('element', SENTIMENT, SOURCE)).not.toMatch(/lang|density|sections/);
});

test('every form of every element names portal, code and key, and nothing can break out of an attribute', () => {
  for (const tag of INSIGHT_TAGS)
    for (const { value } of FORMS) {
      const text = snippetOf(value, { ...OPTIONS, tag, code: 'TCS', theme: 'partner', height: leastHeight(tag), accessKey: '"><script>' }, SOURCE);
      expect(text, `${tag} ${value}`).toContain('https://vimarsh.example');
      expect(text).toContain('TCS');
      if (value !== 'react') expect(text.replaceAll('<script type="module"', '')).not.toContain('<script>');
    }
  expect(INSIGHT_TAGS.map(codeAttribute)).toEqual(['stock', 'stock', 'index']);
});

test('a policy has to allow scripts and data, or frames', () => {
  expect(policyOf('react', 'https://p')).toBe('script-src https://p;\nconnect-src https://p;');
  expect(policyOf('iframe', 'https://p')).toBe('frame-src https://p;');
});
