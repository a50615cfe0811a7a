/** One file of an archive. */
export interface Entry {
  /** Path with `/`, relative. */
  readonly name: string;
  readonly body: Buffer;
}

const BLOCK = 512;
const NAME = 100;

/**
 * A tar archive (POSIX ustar, long names by pax records), which every system's `tar` opens. Thirty lines of our own: what registries offer
 * for it would be one more thing that has to be there on the day a backup is needed.
 */
export async function* pack(entries: AsyncIterable<Entry> | Iterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { name, body } of entries) {
    if (Buffer.byteLength(name) > NAME) yield* block('pax', 'x', Buffer.from(paxOf(name)));
    yield* block(Buffer.from(name).subarray(0, NAME).toString(), '0', body);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function* block(name: string, type: string, body: Buffer): Generator<Buffer> {
  yield headOf(name, type, body.length);
  yield body;
  yield Buffer.alloc(-body.length & (BLOCK - 1));
}

function headOf(name: string, type: string, size: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, width: number): void => void head.write(value.toString(8).padStart(width - 1, '0'), at);
  head.write(name, 0, NAME);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  head.write('        ', 148);
  head.write(type, 156);
  head.write('ustar\u000000', 257);
  octal(
    head.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return head;
}

/** A record says how long it is, its own length included. */
function paxOf(name: string): string {
  const rest = ` path=${name}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + 1;
  while (String(length).length + bytes !== length) length = String(length).length + bytes;
  return `${length}${rest}`;
}

/** The archive ends before it is whole, or is none. */
export class BrokenArchive extends Error {}

/** The entries of such an archive, one after another; what stands behind their end is read too, so that a checksum there is compared. Throws BrokenArchive. */
export async function* unpack(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const source = bytes[Symbol.asyncIterator]();
  const read = reader(source);
  let long: string | null = null;
  for (;;) {
    const head = await read(BLOCK);
    if (head.every((byte) => byte === 0)) {
      while (!(await source.next()).done);
      return;
    }
    const told = Number.parseInt(head.toString('latin1', 148, 155), 8);
    const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
    if (told !== sum) throw new BrokenArchive('it is no archive of this kind, or it was changed');
    const size = Number.parseInt(head.toString('latin1', 124, 135), 8);
    const body = await read(size);
    await read(-size & (BLOCK - 1));
    if (head.toString('latin1', 156, 157) === 'x') {
      long = /^\d+ path=(.*)\n$/s.exec(body.toString())?.[1] ?? null;
      continue;
    }
    yield { name: long ?? head.toString('utf8', 0, NAME).replace(/\0.*$/s, ''), body };
    long = null;
  }
}

function reader(source: AsyncIterator<Buffer>): (size: number) => Promise<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  return async (size) => {
    while (length < size) {
      const { value, done } = await source.next();
      if (done) throw new BrokenArchive('it ends too early');
      held.push(value);
      length += value.length;
    }
    const all = held.length === 1 ? held[0]! : Buffer.concat(held);
    held = [all.subarray(size)];
    length -= size;
    return all.subarray(0, size);
  };
}
