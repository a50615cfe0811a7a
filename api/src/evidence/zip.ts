import { Zip, ZipDeflate } from 'fflate';

export interface FileInZip {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A zip of files that are made one after the other: no more than one of them lies in memory, and nothing of those before. */
export async function* zipOf(files: AsyncIterable<FileInZip>, at: Date): AsyncGenerator<Buffer> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  for await (const { path, bytes } of files) {
    const entry = new ZipDeflate(path);
    entry.mtime = at;
    zip.add(entry);
    entry.push(bytes, true);
    yield Buffer.concat(made);
    made = [];
  }
  zip.end();
  yield Buffer.concat(made);
}
