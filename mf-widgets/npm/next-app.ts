import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `npm run next-app`: a new Next.js app with the App Router, the packed package and the README's component, built by Next itself. By
 * command and not in `npm test`, because Next weighs some 300 MB and is fetched from the registry into `.cache`; what it
 * depends on (the directive in front, a rendering without a browser, the room) `src/react.test.ts` holds on every run.
 */
const VERSIONS = { next: process.env.NEXT_VERSION ?? '16', react: '19', 'react-dom': '19' };
const HERE = fileURLToPath(new URL('.', import.meta.url));
const APP = fileURLToPath(new URL('../../.cache/next-app', import.meta.url));

const component = readFileSync(`${HERE}../README.md`, 'utf8')
  .split('### React')[1]!
  .split('```tsx\n')[1]!
  .split('\n```')[0]!
  .replaceAll('https://PORTAL', 'https://vimarsh.example');

const PAGE = `import { VimarshEquity } from '@vimarsh/embed/react';
import { Insights } from './insights';

/** A server component: one element without handlers from here, the README's from a client component. */
export default function Page() {
  return (
    <main>
      <VimarshEquity portal="https://vimarsh.example" accessKey="pk_live_1" stock="TCS" height={480} />
      <Insights />
    </main>
  );
}
`;
const LAYOUT = `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

const run = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { cwd: APP, stdio: 'inherit', env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } });

rmSync(`${APP}/app`, { recursive: true, force: true });
rmSync(`${APP}/.next`, { recursive: true, force: true });
mkdirSync(`${APP}/app`, { recursive: true });
const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', APP], { cwd: HERE, encoding: 'utf8' })) as {
  filename: string;
}[];
const types = { typescript: '5', '@types/react': '19', '@types/node': '24' };
writeFileSync(
  `${APP}/package.json`,
  JSON.stringify({ name: 'next-app', private: true, dependencies: { ...VERSIONS, '@vimarsh/embed': `file:${packed!.filename}` }, devDependencies: types }),
);
writeFileSync(`${APP}/app/layout.tsx`, LAYOUT);
writeFileSync(`${APP}/app/page.tsx`, PAGE);
writeFileSync(`${APP}/app/insights.tsx`, `'use client';\n${component}\n`);
// The folder stands inside another project; Next should not look for its own above.
writeFileSync(`${APP}/next.config.mjs`, `export default { turbopack: { root: ${JSON.stringify(APP)} }, outputFileTracingRoot: ${JSON.stringify(APP)} };\n`);
rmSync(`${APP}/package-lock.json`, { force: true });
run('npm', 'install', '--no-audit', '--no-fund');
run('npx', 'next', 'build');

const html = readFileSync(`${APP}/.next/server/app/index.html`, 'utf8');
for (const part of ['<vimarsh-sentiment ', '<vimarsh-options ', 'style="display:block;min-height:480px"'])
  if (!html.includes(part)) throw new Error(`Next has rendered no ${part}`);
console.log('Next.js builds and renders the elements with their room.');
