import type { Conflict, PostStatus, REMOVE_REASONS } from '@vimarsh/shared/contract/buzz/types.ts';
import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import type { ColumnType, Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';

export type RemoveReason = (typeof REMOVE_REASONS)[number];

/** A list in a JSON column: written as text, read as it was. */
type List<Item> = ColumnType<Item[], string, string>;

interface Removable {
  removed_by: '' | 'author' | 'moderator';
  remover_id: string;
  removed_reason: RemoveReason | '';
  removed_at: Date | null;
}

interface PostTable extends Removable {
  id: string;
  author_id: string;
  status: PostStatus;
  text: string;
  symbols: List<string>;
  conflicts: List<Conflict>;
  call_id: string | null;
  author_name: string;
  category: Profession | '';
  reg_no: string;
  disclosure: string;
  created_at: Date;
  changed_at: Date;
  scheduled_at: Date | null;
  published_at: Date | null;
  edited_at: Date | null;
  likes: number;
  saves: number;
  comments: number;
  reports: number;
}
export type PostRow = Omit<PostTable, 'symbols' | 'conflicts'> & { symbols: string[]; conflicts: Conflict[] };

interface VersionTable {
  post_id: string;
  n: number;
  text: string;
  symbols: List<string>;
  conflicts: List<Conflict>;
  call_id: string | null;
  disclosure: string;
  from_at: Date;
  until_at: Date;
}

export type VersionRow = Omit<VersionTable, 'symbols' | 'conflicts'> & Pick<PostRow, 'symbols' | 'conflicts'>;

export interface CommentRow extends Removable {
  id: string;
  post_id: string;
  root_id: string;
  author_id: string;
  text: string;
  at: Date;
}

export interface RefusedTextRow {
  author_id: string;
  client_id: string;
  digest: string;
  body: string;
  kind: string;
  sentence: string;
  at: Date;
}

interface Reaction {
  post_id: string;
  user_id: string;
  at: Date;
}

interface BuzzTables {
  buzz_posts: PostTable;
  buzz_versions: VersionTable;
  buzz_comments: CommentRow;
  buzz_likes: Reaction;
  buzz_saves: Reaction;
  buzz_writes: { user_id: string; client_id: string; digest: string; target: string; at: Date };
  buzz_blocked: RefusedTextRow;
}

export type BuzzDb = Kysely<BuzzTables>;

/** The connection, narrowed to these tables. */
export const buzzTables = (db: Database): BuzzDb => db;
