import { request } from 'node:http';
import type { Stack } from '../../../e2e/support/stack.ts';
import { workspaces } from '../../../shared/build/modules.ts';
import { type Figure, kB } from '../figure.ts';

interface ReleasedPage {
  readonly releases: { readonly modules: Readonly<Record<string, { readonly entry: string }>> };
}

/** Brotli bytes as they are served: root-config, remote entries, and the widgets' files. */
export async function bytesFigures({ portal }: Stack): Promise<Figure[]> {
  const html = (await served(`${portal}/`)).text();
  const { releases } = JSON.parse(/id="vimarsh-page">(.*?)<\/script>/s.exec(html)![1]!) as ReleasedPage;
  const sizes = await Promise.all(
    Object.entries(releases.modules).map(async ([name, { entry }]): Promise<[string, number]> => [name, (await packed(portal + entry)).length]),
  );
  const root = sizes.find(([name]) => name === 'root-config')![1];
  const entries = sizes.filter(([name]) => name !== 'root-config');
  const budgets = new Map(workspaces().map(({ name, manifest }) => [name, manifest.budget.entry]));
  const [fullest] = entries
    .map(([name, bytes]) => ({ bytes, limit: budgets.get(name) ?? 0 }))
    .toSorted((one, other) => other.bytes / other.limit - one.bytes / one.limit);
  const at = /\.\/(\d[\w.-]+)\//.exec((await served(`${portal}/w/v1.js`)).text())![1]!;
  const widget = async (name: string): Promise<number> => (await packed(`${portal}/w/${at}/${name}.js`)).length;
  const within = (name: string, bytes: number, limit: number, note?: string): Figure => ({
    name,
    budget: `≤ ${limit / 1000} kB`,
    measured: kB(bytes),
    pass: bytes <= limit,
    ...(note && { note }),
  });
  return [
    within('Root-config JS', root, 12_000),
    within('Remote entry, fullest', fullest!.bytes, fullest!.limit, entries.map(([name, bytes]) => `${name} ${bytes}`).join(', ')),
    within('Widget loader', await widget('loader'), 3000),
    within('Widget runtime', await widget('runtime'), 13_000),
    within('Widget sentiment', await widget('sentiment'), 5000, 'on top of the runtime'),
    within('Widget equity', await widget('equity'), 12_000, 'on top of the runtime'),
    within('Widget candles', await widget('candles'), 9000, 'on top of equity, when near the screen'),
    within('Widget options', await widget('options'), 11_000, 'on top of the runtime'),
    within('Widget strategy', await widget('strategy'), 8000, 'on top of options, when near the screen'),
    ...(await Promise.all(
      ['sentiment', 'equity', 'options'].map(async (name) =>
        within(`Widget ${name}, Hindi`, await widget(`hi-${name}`), 3200, 'only where a page asks for it'),
      ),
    )),
    within('Widget Hindi, of all', await widget('hindi-words'), 1000, 'once a page, only where one asks for it'),
    within('Widget disclaimer', await widget('disclaimer'), 2000, 'without the runtime'),
  ];
}

interface Answer {
  readonly body: Buffer;
  readonly encoding: string;
  text(): string;
}

/** As a browser asks that takes brotli; the body stays as it came over the wire. */
function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
        const body = Buffer.concat(parts);
        resolve({ body, encoding: response.headers['content-encoding'] ?? '', text: () => body.toString() });
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}
const served = (url: string): Promise<Answer> => ask(url, { accept: 'text/html, */*' });
async function packed(url: string): Promise<Buffer> {
  const { body, encoding } = await ask(url, { accept: '*/*', 'accept-encoding': 'br' });
  if (encoding !== 'br') throw new Error(`${url} is not served as brotli`);
  return body;
}
