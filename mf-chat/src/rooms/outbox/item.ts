import type { EntryFile } from '@vimarsh/shared/contract/chat/types.ts';
import type { ItemState } from './item.machine.ts';

/** What is known of a file before the server has its copy. Pixels are null where this browser could not read them. */
export type ItemFile = Omit<EntryFile, 'id' | 'sha256'>;

/** A picture or PDF that the person chose, ready to be sent. */
export interface PickedFile {
  readonly file: ItemFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A message that this person wrote and the thread does not show as an entry yet. */
export interface OutboxItem {
  /** Made once, when the person pressed Send. It goes with every try. */
  readonly client_msg_id: string;
  readonly room: string;
  readonly body: string;
  readonly reply_to: number | null;
  /** Its bytes are read when they are needed (`bytesOf`). */
  readonly file?: ItemFile;
  /** The published call that it shows. */
  readonly call_id?: string;
  /** Instant of writing, ms. Messages of a room are sent in this order. */
  readonly written_at: number;
  /** The day after which the person is asked counts from here: from writing, or from the last Retry. */
  readonly since: number;
  readonly state: ItemState;
  /** The server's sentence where it refused. */
  readonly reason: string;
  /** The server's number and instant once it has kept the message. */
  readonly seq: number | null;
  readonly at: string | null;
  /** False: the browser refused to store it, so it lives on this page only. */
  readonly kept: boolean;
}
