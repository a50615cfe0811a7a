import { ABROAD, type Place, placeName } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import { orderPlan } from '@vimarsh/shared/contract/plans/routes.ts';
import type { InvoicePlace, PayMethod, PlanQuote } from '@vimarsh/shared/contract/plans/types.ts';
import type { ExportRule } from '@vimarsh/shared/domain/money/export-fee.ts';
import { RENEWAL_NOTICE, renewalConsent } from '@vimarsh/shared/domain/money/renewal.ts';
import { checkoutAddress, MY_ACCOUNT, orderAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Link, navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Checkbox, SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { STATE_CHOICES } from '../account/state-choices.ts';
import { agreementOf, Terms } from './agreement.tsx';
import { checkoutMachine, type OrderAnswer } from './checkout.machine.ts';
import { type ChosenCoupon, CouponField } from './coupon-field.tsx';
import { dropCheckout, keepCheckout, keptCheckout } from './kept-checkout.ts';
import { PanField, usePan } from './pan-form.tsx';
import { billCss, cardCss, columnsCss, finePrintCss, panCss, waysCss } from './plans.css.ts';
import { exact } from './rupees.ts';

const WAYS: readonly { value: PayMethod; label: string; how: string }[] = [
  { value: 'upi', label: 'UPI', how: 'Scan a code with your UPI app, or open the app on this phone.' },
  { value: 'card', label: 'Card', how: 'You type the card’s number on the payment provider’s page. We never see it.' },
  { value: 'netbanking', label: 'Netbanking', how: 'You confirm the payment on your bank’s page.' },
  { value: 'cefcom', label: 'CeFCoM', how: 'A transfer to the exchanges’ account for research fees, which passes it on to us.' },
];

interface Props {
  quote: PlanQuote;
  coupon: ChosenCoupon;
  /** The state that the invoice names. */
  place: InvoicePlace;
  /** How buyers outside India are billed. */
  abroad: ExportRule;
  /** Live calls of it would wait for the buyer's PAN. */
  panMissing: boolean;
  /** It is asked for before the payment. */
  panFirst: boolean;
  /** Ways to pay that are open. */
  methods: readonly PayMethod[];
  method: string;
  onChanged: () => void;
}

/** One offer before it is paid: what it costs and why, how to pay, and what must be agreed to first. */
export function Checkout({ quote, coupon, place: known, abroad, panMissing, panFirst, methods, method, onChanged }: Props) {
  const session = useSessionApi();
  const ways = WAYS.filter(({ value }) => methods.includes(value));
  const way = ways.find(({ value }) => value === method) ?? ways[0]!;
  const { plan, days, price_paise, discount_paise, pay_paise, starts_at, ends_at, renews_by } = quote;
  const { pan, payButton } = usePanFirst(onChanged);
  const code = discount_paise > 0 ? coupon.given!.code : '';
  const canRenew = renews_by.includes(way.value);
  const latest = useRef({ way, quote, code, renews: false, onChanged });
  const machine = useMemo(
    () =>
      checkoutMachine.provide({
        actors: {
          order: fromPromise<OrderAnswer, { key: string; place: Place }>(({ input, signal }) => {
            const { way: by, quote: of, code: given, renews: again } = latest.current;
            const body = {
              plan: of.plan,
              days: of.days,
              pay_paise: of.pay_paise,
              method: by.value,
              ...agreementOf(of.plan).body,
              ...(given && { coupon: given }),
              ...(again && { renew_paise: of.price_paise }),
              ...input,
            };
            return session.request(orderPlan, { body }, { signal });
          }),
        },
      }),
    [session],
  );
  const user = useSession().user?.id ?? '';
  const offer = JSON.stringify([plan, days, pay_paise]);
  const [kept] = useState(() => keptCheckout(user, offer));
  const keptPlace = STATE_CHOICES.some(({ value }) => value === kept?.place) ? (kept!.place as Place | '') : '';
  const actor = useActorRef(machine, { input: { ...kept, place: known.fixed ? known.state : keptPlace || known.state } });
  const { agreed, renews: wanted, place, missing, problem } = useSelector(actor, ({ context }) => context);
  const renews = wanted && canRenew;
  latest.current = { way, quote, code, renews, onChanged };
  const busy = useSelector(actor, (state) => state.matches('ordering'));
  useEffect(() => keepCheckout({ user, offer, agreed, renews: wanted, place }), [user, offer, agreed, wanted, place]);
  useEffect(() => {
    const ordered = actor.on('ordered', ({ id }) => {
      dropCheckout();
      navigate(orderAddress(id));
    });
    const refused = actor.on('refused', ({ code }) => {
      // What was refused was refused for what the quotes say: they are read again.
      if (code !== 'UNREACHABLE') latest.current.onChanged();
    });
    return () => {
      ordered.unsubscribe();
      refused.unsubscribe();
    };
  }, [actor]);

  // Written under Billing meanwhile.
  useEffect(() => {
    if (known.fixed) actor.send({ type: 'PLACE', place: known.state });
  }, [actor, known.fixed, known.state]);

  const pay = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (panFirst) return pan.field.current?.focus();
    actor.send({ type: 'PAY', key: crypto.randomUUID(), wish: JSON.stringify([plan, days, pay_paise, way.value, code, renews && price_paise]) });
    // On a phone it may stand far above the button.
    if (place === '') event.currentTarget.querySelector('select')?.focus();
    else if (!agreed) event.currentTarget.querySelector<HTMLElement>('[name=terms]')?.focus();
  };
  const apply = (next: string): void => {
    if (next === coupon.typed) onChanged();
    else navigate(checkoutAddress(way.value, plan, days, next), { replace: true });
  };
  return (
    <>
      {panFirst && <PanFirst pan={pan} />}
      <form css={columnsCss} onSubmit={pay} noValidate>
        <section css={cardCss}>
          <h2>
            {plan} for {days} days
          </h2>
          <Bill quote={quote} code={code} untaxed={place === ABROAD && abroad === 'lut'} />
          <CouponField coupon={coupon} discount_paise={discount_paise} onApply={apply} />
          <p>
            From {formatDay(starts_at)} to {formatDay(ends_at)}.{' '}
            {renews
              ? 'Then it renews, until you stop it.'
              : canRenew
                ? 'It ends by itself: nothing is taken from you again unless you tick renewal below.'
                : 'It ends by itself: nothing is taken from you again.'}
          </p>
          <div css={waysCss}>
            <Tabs
              label="How you pay"
              items={ways}
              value={way.value}
              onChange={(next) => navigate(checkoutAddress(next, plan, days, coupon.typed), { replace: true })}
              panelId="pay"
            />
            <TabPanel id="pay" value={way.value}>
              <p>{way.how}</p>
            </TabPanel>
          </div>
          {canRenew && <Renewal quote={quote} by={way.value} wanted={wanted} onChange={(next) => actor.send({ type: 'RENEW', renews: next })} />}
          <PlaceField known={known} chosen={place} isMissing={missing && place === ''} onChoose={(next) => actor.send({ type: 'PLACE', place: next })} />
          <Link to={PLANS}>Choose another plan</Link>
          <Link to={`${MY_ACCOUNT}?tab=billing`}>Name and GST number on your invoice</Link>
        </section>
        <section css={cardCss}>
          <Terms plan={plan} />
          <Checkbox
            label={agreementOf(plan).sentence}
            name="terms"
            checked={agreed}
            onChange={(event) => actor.send({ type: 'AGREE', agreed: event.target.checked })}
            error={missing && !agreed ? 'Agree to the terms before you pay' : undefined}
          />
          {panMissing && !panFirst && (
            <p>
              After the payment we ask for your PAN, and live calls open with it: SEBI asks research analysts to know who pays them. Days that you wait are not
              charged, seven at most.
            </p>
          )}
          <Button ref={payButton} kind="primary" type="submit" busy={busy || coupon.state === 'asking'}>
            Pay {exact(pay_paise)}
          </Button>
          <p role="alert" hidden={!problem}>
            {problem}
          </p>
        </section>
      </form>
    </>
  );
}

/** The PAN of who has to give it first; once it is saved its field goes away, and the button to pay takes over. */
function usePanFirst(onChanged: () => void) {
  const payButton = useRef<HTMLButtonElement>(null);
  const given = (): void => {
    onChanged();
    payButton.current?.focus();
  };
  return { pan: usePan(given, 'Your PAN is saved. You can pay now.'), payButton };
}

/** Of who left a plan before they gave it: no other is sold to them until then. */
function PanFirst({ pan }: { pan: ReturnType<typeof usePan> }) {
  return (
    <section css={cardCss}>
      <h2>Give your PAN first</h2>
      <p>Your last plan ended before you gave your PAN. Give it here, then pay: what you chose below stays.</p>
      <form css={panCss} onSubmit={(event) => void pan.give(event)} noValidate>
        <PanField pan={pan} />
        <Button kind="primary" type="submit" busy={pan.busy}>
          Save my PAN
        </Button>
      </form>
    </section>
  );
}

interface RenewalProps {
  quote: PlanQuote;
  by: PayMethod;
  wanted: boolean;
  onChange: (wanted: boolean) => void;
}

/** Whether the plan shall renew by itself, and what that comes to: ticked by nobody but the buyer. */
function Renewal({ quote, by, wanted, onChange }: RenewalProps) {
  const id = useId();
  return (
    <div>
      <Checkbox
        label={renewalConsent(quote, quote.price_paise, by)}
        checked={wanted}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={id}
      />
      <p id={id} css={finePrintCss}>
        It is taken on the plan’s last day. {RENEWAL_NOTICE} You stop it in two presses under My account, or at your bank. A coupon counts for this payment
        only.
      </p>
    </div>
  );
}

/** What the sum is made of. */
function Bill({ quote, code, untaxed }: { quote: PlanQuote; code: string; untaxed: boolean }) {
  const { price_paise, discount_paise, taxable_paise, gst_paise, credit_paise, pay_paise } = quote;
  return (
    <dl css={billCss}>
      {discount_paise > 0 && (
        <>
          <dt>List price, with GST</dt>
          <dd>{exact(price_paise)}</dd>
          <dt>Coupon {code}</dt>
          <dd>{exact(-discount_paise)}</dd>
        </>
      )}
      <dt>Price without GST</dt>
      <dd>{exact(untaxed ? taxable_paise + gst_paise : taxable_paise)}</dd>
      <dt>{untaxed ? 'GST, none on an export' : 'GST, 18%'}</dt>
      <dd>{exact(untaxed ? 0 : gst_paise)}</dd>
      {credit_paise > 0 && (
        <>
          <dt>Left of your plan, with GST</dt>
          <dd>{exact(-credit_paise)}</dd>
        </>
      )}
      <dt>You pay</dt>
      <dd>{exact(pay_paise)}</dd>
    </dl>
  );
}

interface PlaceProps {
  known: InvoicePlace;
  chosen: Place | '';
  isMissing: boolean;
  onChoose: (place: Place | '') => void;
}

/** The state that GST goes to: asked for where no GST number says it. */
function PlaceField({ known, chosen, isMissing, onChoose }: PlaceProps) {
  if (known.fixed) return <p>Your invoice goes to {placeName(known.state as Place)}, as your GST number says.</p>;
  return (
    <SelectField
      label="State or territory, for your invoice"
      options={STATE_CHOICES}
      value={chosen}
      onChange={(state) => onChoose(state as Place | '')}
      error={isMissing ? 'Choose your state' : undefined}
    />
  );
}
