import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { downloadEvidence } from '@vimarsh/shared/contract/account/evidence.ts';
import { success } from '../platform/http/envelope.ts';
import { RawAnswer } from '../platform/platform.ts';

/** Characters made before the answer begins: a file of usual size is whole by then, and what fails is answered in words. */
const FIRST = 128 * 1024;

/** The envelope of the route with a zip that is still being made. */
export async function* answerOf(file: string, zip: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const text = JSON.stringify(success(downloadEvidence.data, { file, zip: '' }));
  // The zip is the last of the data.
  const end = '"}}';
  yield text.slice(0, -end.length);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of zip) {
    const bytes = Buffer.concat([rest, chunk]);
    // Base64 writes three bytes at a time.
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64') + end;
}

/** Sends a zip while it is made, for programs: its bytes as they are, under its name. */
export async function streamedZip(file: string, zip: AsyncIterable<Buffer>, onError: (error: unknown) => void): Promise<RawAnswer> {
  const type = { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${file}"` };
  return sent(zip[Symbol.asyncIterator]() as AsyncGenerator<Buffer>, type, onError);
}

/** Sends a text while it is made, as fast as its reader takes it. Throws what fails before it begins; what fails later cuts it off, so that nobody takes half of it for all. */
export const streamed = (text: AsyncGenerator<string>, onError: (error: unknown) => void): Promise<RawAnswer> =>
  sent(text, { 'content-type': 'application/json; charset=utf-8' }, onError);

async function sent<Part extends string | Buffer>(
  text: AsyncGenerator<Part>,
  type: Readonly<Record<string, string>>,
  onError: (error: unknown) => void,
): Promise<RawAnswer> {
  const first: Part[] = [];
  for (let size = 0; size < FIRST; ) {
    const { value, done } = await text.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  async function* all(): AsyncGenerator<Part> {
    yield* first.splice(0);
    yield* text;
  }
  return new RawAnswer((_request, response, given) => {
    for (const [name, value] of Object.entries(given)) if (value !== undefined) response.setHeader(name, value);
    response.writeHead(200, { ...type, 'cache-control': 'no-store' });
    pipeline(Readable.from(all()), response).catch((error: { code?: string }) => {
      // Whoever hangs up has lost nothing.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') onError(error);
    });
  });
}
