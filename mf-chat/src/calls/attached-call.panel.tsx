import { css } from '@emotion/react';
import type { CallCard } from '@vimarsh/shared/contract/calls/cards.ts';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Call, CallStatus } from '@vimarsh/shared/contract/calls/types.ts';
import { optionMade } from '@vimarsh/shared/domain/calls/options/lot/made.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { memberCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { outcome, railOf, spokenCall } from '@vimarsh/shared/ui/calls/call.view.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { LevelRail } from '@vimarsh/shared/ui/calls/level-rail.tsx';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { MadeFigure } from '@vimarsh/shared/ui/calls/made-figure.tsx';
import { MoneyChange } from '@vimarsh/shared/ui/calls/price.tsx';
import { isOpenCall, outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { madeCss } from '@vimarsh/shared/ui/calls/result-figure.tsx';
import { PanLink } from '@vimarsh/shared/ui/page/pan-link.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { useCallCard } from './use-call-card.ts';

/** As high as a card of an open call in one line, so that little moves when it comes. */
const WAIT_PX = 104;

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-8);
  padding: var(--s-8) var(--s-12) var(--s-12);
  border-left: 2px solid var(--line-strong);
  background: var(--canvas);
`;
const waitCss = css`
  min-height: ${WAIT_PX}px;
  border-left: 2px solid var(--line-strong);
  background: var(--canvas);
`;
const headCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-4) var(--s-8);
  & > a {
    font-weight: 600;
  }
  & > :last-child {
    margin-left: auto;
  }
`;
const noteCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

interface Props {
  id: string;
  /** As it came with the text that shows it. */
  known?: CallCard;
}

/** A published call as it stands now, or why this reader can't see it. */
export function AttachedCall({ id, known }: Props) {
  const found = useCallCard(id, known);
  if (!found) return <div css={waitCss} aria-hidden="true" />;
  const { card, refused } = found;
  if (refused === 'NOT_ENTITLED') return <LockedCard text="The attached call is not in your plan." action={<PlansLink />} />;
  if (refused === 'KYC_GATE') return <LockedCard text="The attached call opens once your PAN is given." action={<PanLink />} />;
  if (!card) return <LockedCard text="The attached call can’t be shown here." />;
  return 'stock' in card ? <ShareCall id={id} call={card} /> : <ContractCall id={id} call={card} />;
}

function ShareCall({ id, call }: { id: string; call: Call }) {
  const { price } = useLivePrice(isOpenCall(call.status) ? call.stock : null);
  const { label, tone } = outcome(call);
  return (
    <div css={boxCss}>
      <div css={headCss}>
        <Link to={memberCallAddress({ kind: 'equity', id })} aria-label={spokenCall(call)} translate="no">
          {call.stock}
        </Link>
        <Badge>{`${call.call_type} · ${TERM_LABEL[call.term].name}`}</Badge>
        <Badge tone={tone}>{label}</Badge>
        <MadeFigure call={call} price={price} />
      </div>
      <LevelRail {...railOf(call, price)} size="row" />
      <Standing {...call} />
    </div>
  );
}

function ContractCall({ id, call }: { id: string; call: OptionCall }) {
  const { underlying, strategy, legs, expiry, status } = call;
  return (
    <div css={boxCss}>
      <div css={headCss}>
        <Link to={memberCallAddress({ kind: 'options', id })}>
          <span translate="no">{underlying}</span> <span>{STRATEGY_LABEL[strategy]}</span>
        </Link>
        <Badge tone={status === 'suspended_open' ? 'warn' : 'neutral'}>{outcomeLabel(status)}</Badge>
        <ContractFigure call={call} />
      </div>
      <p css={noteCss}>
        <span>{legs.length === 1 ? '1 leg' : `${legs.length} legs`}</span> · <span>expires {formatDay(expiry)}</span>
      </p>
      <Standing {...call} />
    </div>
  );
}

/** What a follower has made of one lot, as lists of option calls say it: by the quotes of now, or what came of it. */
function ContractFigure({ call }: { call: OptionCall }) {
  const made = optionMade(call);
  if (made === null) return <span css={madeCss}>{absentWords(call)}</span>;
  return (
    <span css={madeCss}>
      <MoneyChange value={made.lot} />
      <small>per lot, after costs</small>
    </span>
  );
}

function absentWords({ status, entry_at, now, not_judgeable }: OptionCall): string {
  if (!isOpenCall(status)) return 'No result';
  if (!entry_at) return 'Not entered yet';
  return now && !not_judgeable ? 'No quote now' : 'Not known now';
}

/** Why an open call is not as others are. */
function Standing({ status, not_judgeable }: { status: CallStatus; not_judgeable?: Call['not_judgeable'] }) {
  if (status === 'suspended_open') return <p css={noteCss}>Its author may not publish now. Prices still end it.</p>;
  return not_judgeable && isOpenCall(status) ? <p css={noteCss}>Prices can’t judge it now.</p> : null;
}
