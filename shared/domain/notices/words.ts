import type { Notice, NoticeTopic, Told } from '../../contract/notices/types.ts';
import { formatPercent } from '../text/formats.ts';

/** The drawer's headings. */
export const TOPIC_TITLES: Readonly<Record<NoticeTopic, string>> = { new_calls: 'New calls', my_calls: 'My calls' };

export const topicOf = (what: Told): NoticeTopic => (what === 'publish' ? 'new_calls' : 'my_calls');

/** Product A.7: a loss and a win are told in the same words. */
const HAPPENED: Readonly<Record<Told, string>> = {
  publish: 'New call',
  entry_fill: 'Entry reached',
  tighten_sl: 'Stop-loss moved closer',
  corp_adjust: 'Levels adjusted for a corporate action',
  target_hit: 'Target reached',
  sl_hit: 'Stop-loss reached',
  exited: 'Exited early',
  expired: 'Expired',
  lapsed: 'Entry not triggered',
  cancelled: 'Cancelled',
  correction: 'Corrected by two people',
};

const KINDS = { intraday: 'intraday call', shortTerm: 'short-term call', mediumTerm: 'medium-term call', longTerm: 'long-term call' } as const;

export interface NoticeWords {
  /** What happened. */
  readonly title: string;
  readonly stock: string;
  /** Which kind of call. */
  readonly call: string;
  /** By whom. */
  readonly expert: string;
  /** Signed, with its unit; '' where there is none. */
  readonly result: string;
}

/** What a notice says, in its parts. Which way a call ended changes the title and the number, nothing else. */
export const noticeWords = ({ what, call, expert, result }: Pick<Notice, 'what' | 'call' | 'expert' | 'result'>): NoticeWords => ({
  title: HAPPENED[what],
  stock: call.stock,
  call: call.kind === 'options' || call.term === null ? 'option call' : KINDS[call.term],
  expert: expert.full_name,
  result: result === null ? '' : formatPercent(result),
});
