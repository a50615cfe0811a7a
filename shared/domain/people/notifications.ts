import { NOTICE_CHANNELS, type NoticeChannel, type NoticeKind } from '../../contract/consents/types.ts';

interface Notice {
  readonly title: string;
  readonly text: string;
  /** Messages about research need their own consent, so they are off until chosen. */
  readonly research: boolean;
  /** The ways it can go. */
  readonly channels: readonly NoticeChannel[];
}

export const NOTICES: Readonly<Record<NoticeKind, Notice>> = {
  documents: { title: 'Your documents', text: 'They are verified, or were not accepted, and why.', research: false, channels: NOTICE_CHANNELS },
  // What one asked to be told at once is of no use in a mail (product D.6).
  alerts: { title: 'Your alerts', text: 'An alert that you set has fired. The message has no levels.', research: false, channels: ['push'] },
  chats: {
    title: 'Your chats',
    text: 'A request, a decision, or a message you have not seen for a minute. The message has no text of the chat.',
    research: false,
    channels: ['push'],
  },
  new_calls: {
    title: 'New calls',
    text: 'An expert you follow published a call you may read. The message has no levels.',
    research: true,
    channels: NOTICE_CHANNELS,
  },
  ended_calls: { title: 'Ended calls', text: 'A call of an expert you follow has ended, whatever its result.', research: true, channels: NOTICE_CHANNELS },
};

/** The default until the user chooses. A device was registered for messages. */
export const isOnByDefault = (kind: NoticeKind, channel: NoticeChannel): boolean =>
  !NOTICES[kind].research && channel !== 'whatsapp' && NOTICES[kind].channels.includes(channel);
