import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { pdfPages, plainPng, written } from '../../../api/src/platform/files/hostile.testing.ts';
import { samples } from '../../../api/src/platform/files/hostile-files.testing.ts';
import type { Answered } from '../../../api/src/platform/testing/raw-requests.testing.ts';
import { type Attack, codeOf, type Person, type Target } from '../target.ts';

/** The promise is 2 s on a machine with nothing else to do. */
const SLOWEST_MS = 20_000;

function upload(target: Target, person: Person, field: string, bytes: Buffer, name: string): Promise<Answered> {
  const head = `--x\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]);
  return target.ask({ method: 'POST', path: '/auth/v1/profile_update', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body }, person);
}

export const files: Attack = {
  name: 'hostile files: active PDFs, bombs, polyglots, pages as pictures',
  holds: 'Each is refused in words or becomes a picture of ours; nothing of the file itself can be fetched again, and others are served meanwhile.',
  async run(target) {
    const person = target.people.get('expert with documents pending') ?? target.people.get('free investor');
    if (!person) return { tried: 0, broken: [], note: 'no demo accounts' };
    const marker = 'VIMARSH-ATTACK';
    const hostile = [
      ...(await samples()),
      { name: 'pdf that opens an address', bytes: pdfPages(written(marker), { catalog: `/OpenAction <</S /URI /URI (https://evil.example/${marker})>>` }) },
      { name: 'svg with a script', bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert('${marker}')</script></svg>`) },
      { name: 'page', bytes: Buffer.from(`<!doctype html><script>alert('${marker}')</script>`) },
      { name: 'picture with a page behind it', bytes: Buffer.concat([plainPng(40, 40), Buffer.from(`<script>alert('${marker}')</script>`)]) },
      { name: 'zip', bytes: Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(1000)]) },
      { name: 'nothing', bytes: Buffer.alloc(0) },
    ];
    const random = rng(target.seed);
    const broken: string[] = [];
    let tried = 0;
    for (const { name, bytes } of hostile) {
      const field = random.next() < 0.5 ? 'picture' : 'cover_image';
      for (const [into, called] of [
        [field, '../../x.html\u202egnp.png'],
        ['pan_card', 'a.pdf'],
      ] as const) {
        tried += 1;
        const going = upload(target, person, into, bytes, called);
        const { status, ms: waited } = await target.ask({ path: '/healthz' });
        if (status !== 200 || waited > 5000) broken.push(`${name}: others wait ${Math.round(waited)} ms`);
        const answer = await going.catch(() => null);
        if (!answer) broken.push(`${name}: no answer`);
        else if (answer.status >= 500 && codeOf(answer) !== 'RETRY') broken.push(`${name} as ${into}: ${answer.status}`);
        else if (answer.ms > SLOWEST_MS) broken.push(`${name} as ${into}: ${Math.round(answer.ms)} ms`);
        const shown = /\/media\/people\/\w+\.jpg/.exec(answer?.body ?? '')?.[0];
        if (!shown || into === 'pan_card') continue;
        const picture = await target.ask({ path: shown });
        if (!picture.bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) broken.push(`${name}: ${shown} is no JPEG`);
        if (/script|JavaScript|VIMARSH-ATTACK/.test(picture.bytes.toString('latin1'))) broken.push(`${name}: ${shown} holds some of it`);
      }
    }
    return { tried, broken };
  },
};
