import type { NoticeChannel, NoticeKind } from '../../contract/consents/types.ts';

interface Notice {
  readonly title: string;
  readonly text: string;
  /** Messages about research need their own consent, so they are off until chosen. */
  readonly research: boolean;
}

export const NOTICES: Readonly<Record<NoticeKind, Notice>> = {
  documents: { title: 'Your documents', text: 'They are verified, or were not accepted, and why.', research: false },
  new_calls: { title: 'New calls', text: 'An expert you follow published a call you may read. The message has no levels.', research: true },
  ended_calls: { title: 'Ended calls', text: 'A call of an expert you follow has ended, whatever its result.', research: true },
};

/** The default until the user chooses. A device was registered for messages. */
export const isOnByDefault = (kind: NoticeKind, channel: NoticeChannel): boolean => !NOTICES[kind].research && channel !== 'whatsapp';
