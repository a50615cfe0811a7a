import { css } from '@emotion/react';
import type { AccountNotice, Notice } from '@vimarsh/shared/contract/notices/types.ts';
import { accountNoticeWords, alertNoticeWords, chatNoticeWords, noticeWords } from '@vimarsh/shared/domain/notices/words.ts';
import { chatRoom, earnAddress, MY_ACCOUNT, memberCallAddress, PROFILE_UPDATE, tradeOrderAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { BOOK_DEMO, STOCKS, stockPage } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import Check from 'lucide-react/icons/check';
import { Fragment } from 'react';

const rowCss = css`
  display: flex;
  align-items: flex-start;
  gap: var(--s-4);
  padding: var(--s-4) 0;
  border-bottom: 1px solid var(--line);
`;
const linkCss = css`
  flex: 1;
  display: grid;
  gap: 2px;
  min-width: 0;
  padding: var(--s-8);
  border-radius: var(--r-6);
  color: var(--ink);
  text-decoration: none;
  &:hover {
    background: var(--line);
  }
`;
const headCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--s-8);
  & > b {
    font-weight: 600;
  }
`;
const dotCss = css`
  align-self: center;
  width: 8px;
  height: 8px;
  border-radius: 50%;
  background: var(--accent);
  @media (forced-colors: active) {
    background: Highlight;
  }
`;
/** The same weight, size and ink whichever way a call ended. */
const resultCss = css`
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;
/** On a phone it may take another line. */
const ofRiskCss = css`
  font-weight: 400;
  white-space: normal;
`;
const aboutCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-8);
  color: var(--ink-2);
  font-size: var(--t-13);
  & > b {
    font-weight: 600;
  }
`;
const whenCss = css`
  color: var(--ink-3);
  font-size: var(--t-12);
`;

export interface NoticeRowProps {
  notice: Notice;
  /** Null until it is known. */
  muted: boolean | null;
  /** It leads to what it is about. */
  onOpen: () => void;
  onRead: () => void;
  onMute: (on: boolean) => void;
}

interface Shown {
  readonly to: string;
  readonly title: string;
  /** The first is a symbol. */
  readonly about: readonly string[];
  /** '' for none. */
  readonly result: string;
  readonly costs?: string;
  /** The result is % of what was at risk, not of a price. */
  readonly ofRisk?: boolean;
}

function leadsTo({ what, renewal, refund, demo, order }: AccountNotice): string {
  if (order) return tradeOrderAddress(order.id);
  if (refund) return `${MY_ACCOUNT}?tab=${what === 'refund_by_bank' ? 'billing' : 'bank'}`;
  if (what === 'referral_credited') return earnAddress();
  if (renewal) return `${MY_ACCOUNT}?tab=plan`;
  return demo ? BOOK_DEMO : PROFILE_UPDATE;
}

function shownOf(notice: Notice): Shown {
  if (notice.topic === 'account') {
    const to = leadsTo(notice);
    return { to, ...accountNoticeWords(notice), result: '' };
  }
  if (notice.topic === 'chat') return { to: chatRoom(notice.room), ...chatNoticeWords(notice), result: '' };
  if (notice.topic !== 'market') {
    const { title, stock, call, expert, result, costs } = noticeWords(notice);
    return { to: memberCallAddress(notice.call), title, about: [stock, call, expert], result, costs, ofRisk: notice.call.kind === 'options' };
  }
  const { call, alert } = notice;
  const symbol = alert && 'symbol' in alert.condition ? alert.condition.symbol : '';
  return { to: call ? memberCallAddress(call) : symbol ? stockPage(symbol) : STOCKS, ...alertNoticeWords(notice), result: '' };
}

export function NoticeRow({ notice, muted, onOpen, onRead, onMute }: NoticeRowProps) {
  const { expert, read, happened_at } = notice;
  const { to, title, about, result, costs, ofRisk } = shownOf(notice);
  const [first, ...rest] = about;
  return (
    <li css={rowCss}>
      <Link to={to} css={linkCss} onClick={onOpen}>
        <span css={headCss}>
          {!read && (
            <>
              <i css={dotCss} aria-hidden="true" />
              <Hidden>Unread. </Hidden>
            </>
          )}
          <b>{title}</b>
          {result && (
            <span css={resultCss}>
              <span>Result</span> <span>{result}</span>
              {ofRisk && <span css={ofRiskCss}> of what was at risk</span>}
              {costs && <span css={ofRiskCss}> {costs}</span>}
            </span>
          )}
        </span>
        <span css={aboutCss}>
          <b>{first}</b>
          {rest.map((one) => (
            <Fragment key={one}>
              {' '}
              <span>{one}</span>
            </Fragment>
          ))}
        </span>
        <time dateTime={happened_at} css={whenCss}>
          {formatIst(happened_at)}
        </time>
      </Link>
      {!read && (
        <IconButton label="Mark as read" onClick={onRead}>
          <Check size={18} aria-hidden="true" />
        </IconButton>
      )}
      {expert && muted !== null && (
        <IconButton label={muted ? `Unmute ${expert.full_name}` : `Mute ${expert.full_name}`} onClick={() => onMute(!muted)}>
          {muted ? <Bell size={18} aria-hidden="true" /> : <BellOff size={18} aria-hidden="true" />}
        </IconButton>
      )}
    </li>
  );
}
