import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';

export interface FileInZip {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Bytes from which a thread of Node's pool deflates: below, asking it takes longer than doing it. */
const LARGE = 32 * 1024;
/** Half the time of the usual level: hashes and signatures are most of a file, and hardly get smaller by any. */
const FAST = { level: 1 };
const deflateInPool = promisify<Uint8Array<ArrayBuffer>, typeof FAST, Uint8Array<ArrayBuffer>>(deflateRaw);
const deflate = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  bytes.length < LARGE ? deflateRawSync(bytes, FAST) : deflateInPool(bytes as Uint8Array<ArrayBuffer>, FAST);

/** Zip's number for the method. */
const DEFLATED = 8;

/** A file that is deflated already: fflate deflates in JavaScript, four times slower, on the server's thread. */
class DeflatedFile extends ZipPassThrough {
  readonly #deflated: Uint8Array<ArrayBuffer>;

  constructor(path: string, at: Date, deflated: Uint8Array<ArrayBuffer>) {
    super(path);
    this.compression = DEFLATED;
    this.mtime = at;
    this.#deflated = deflated;
  }

  /** Gets the file's own bytes, whose size and sum are counted before. */
  protected override process(_bytes: Uint8Array, final: boolean): void {
    this.ondata(null, this.#deflated, final);
  }
}

/** A zip of files that are made one after the other: no more than one of them lies in memory, and nothing of those before. */
export async function* zipOf(files: AsyncIterable<FileInZip>, at: Date): AsyncGenerator<Buffer> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  for await (const { path, bytes } of files) {
    const entry = new DeflatedFile(path, at, await deflate(bytes));
    zip.add(entry);
    entry.push(bytes, true);
    yield Buffer.concat(made);
    made = [];
  }
  zip.end();
  yield Buffer.concat(made);
}
