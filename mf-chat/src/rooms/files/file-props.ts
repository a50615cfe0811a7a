import type { LineFile } from '../thread-lines.ts';

export interface FileProps {
  file: LineFile;
  /** Of its message; null until the server has kept it. */
  seq: number | null;
  /** The number of the message in the outbox, while it is there. */
  own: string;
  bytesOf: (client_msg_id: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}
