import type { NoticeChannel, NoticeKind } from '@vimarsh/shared/contract/consents/types.ts';
import type { AccountNotice, AlertNotice, CallNotice, ChatNotice, NoticeTopic } from '@vimarsh/shared/contract/notices/types.ts';
import type { Identity, NoticeText } from '../identity/index.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { Follower, Lots } from './order.ts';

/** Something that happened, for those who follow an expert or wait for it. */
export interface Happening {
  /** The same for the same happening, whoever tells it and how often. */
  readonly id: string;
  /** Name of the source that knows who is told. */
  readonly source: string;
  readonly topic: NoticeTopic;
  /** Whose notices one may mute; '' for nobody's. */
  readonly expert_id: string;
  /** The thing it is about. */
  readonly about: string;
  /** Whether it is the first that is told of that thing. Who was told of it hears how it goes on. */
  readonly first: boolean;
  readonly facts: Facts;
  readonly happened_at: Date;
}

interface Pressing {
  /** It can't wait for the end of quiet hours. */
  readonly urgent: boolean;
}

/** What a notice says of a call; the expert's name is read when it is shown. */
export type CallFacts = Pick<CallNotice, 'what' | 'call' | 'result'> & Pressing;

/** The same of an alert. */
export type AlertFacts = Pick<AlertNotice, 'what' | 'alert' | 'call'> & Pressing;

/** The same of its reader's own account. */
export type AccountFacts = Pick<AccountNotice, 'what' | 'document' | 'demo'> & Partial<Pick<AccountNotice, 'renewal' | 'refund' | 'order'>> & Pressing;

/** The same of one of its reader's chats; names are read when it is shown. */
export interface ChatFacts extends Pick<ChatNotice, 'what' | 'room' | 'reason' | 'case'>, Pressing {
  readonly other_id: string;
}

export type Facts = CallFacts | AlertFacts | AccountFacts | ChatFacts;

/** A message that also goes by mail and to devices, to those who chose its kind. */
export interface NoticeLetter extends NoticeText {
  readonly kind: NoticeKind;
  /** The ways it goes; all that its reader chose by default. */
  readonly only?: readonly NoticeChannel[];
  /** Of what may come in one mail a day, to those who want that. */
  readonly daily?: DailyPart;
}

/** What a mail of a day says of one happening. Those of one kind have the same subject and foot. */
export interface DailyPart {
  readonly subject: (count: number) => string;
  readonly text: string;
  /** Stands once, below all of them. */
  readonly foot: (site: string) => string;
}

/** What a feature says about its happenings: who follows, who may read, and what leaves by mail. */
export interface NoticeSource {
  readonly name: string;
  countFollowers(happening: Happening): Promise<number>;
  /** Followers of `lots` behind `after`, in the order of lot and id, at most `limit`; those who followed by `until`. */
  followers(happening: Happening, lots: Lots, after: Follower, limit: number, until: Date): Promise<Follower[]>;
  /** Who of these may be told what the happening says, by what they may read now. */
  readers(happening: Happening, user_ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** What followers have made of calls that ended, % after costs, by their ids; a call without a result is left out. */
  made?(calls: readonly Pick<CallFacts['call'], 'id' | 'kind'>[]): Promise<ReadonlyMap<string, number>>;
  /** What leaves by mail and to devices; null when this is told here alone. */
  letter(happening: Happening): Promise<NoticeLetter | null>;
}

/** What whoever sends a happening on needs: now, at the end of quiet hours, or with the mail of the day. */
export interface TellingDependencies {
  readonly platform: Platform;
  readonly identity: Pick<Identity, 'notify'>;
  readonly sourceOf: (name: string) => NoticeSource;
  readonly clock: () => Date;
}

/** Tells a happening to its followers once the caller's transaction is committed. */
export type Tell = (tx: Database, happening: Happening) => Promise<void>;
