import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProviderEvent } from '../provider.ts';

type Unplaced<E = ProviderEvent> = E extends ProviderEvent ? Omit<E, 'order_id'> : never;

/** What one of their webhooks comes to. `of link` is whole but for the order, which only their link names. */
export type Heard =
  | { is: 'event'; event: ProviderEvent }
  | { is: 'of link'; link: string; event: Unplaced }
  | { is: 'unreadable'; id: string; name: string; wrong: string[] }
  | { is: 'nothing' };

/** Names of ours, in their `reference_id`, `receipt` and notes. */
export const isOurs = (name: unknown): name is string => typeof name === 'string' && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(name);

const named = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_[A-Za-z0-9]{1,40}$`)));
const entity = <const S extends z.ZodMiniType>(inside: S) => z.object({ entity: inside });
const paise = z.number().check(z.int(), z.minimum(0));
/** An empty list where there are none. */
const notes = z.catch(z.object({ order_id: z.optional(z.unknown()) }), {});
const payment = entity(
  z.object({
    id: named('pay'),
    amount: paise,
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    captured: z.nullish(z.boolean()),
    description: z.nullish(z.string()),
    notes,
  }),
);
const refund = entity(z.object({ id: named('rfnd'), amount: paise, receipt: z.nullish(z.string()), notes }));

const linkPaid = z.object({ payment_link: entity(z.object({ reference_id: z.nullish(z.string()) })), payment });
const ofPayment = z.object({ payment });
const ofRefund = z.object({ refund, payment: z.optional(entity(z.object({ captured: z.nullish(z.boolean()) }))) });
const webhook = z.object({ event: z.string().check(z.maxLength(60)), payload: z.unknown() });

type Payment = z.output<typeof payment>['entity'];
type Refund = z.output<typeof refund>['entity'];
const NOTHING: Heard = { is: 'nothing' };

/**
 * Reads a signed webhook of theirs; of the payer nothing is taken over. `delivery` is their id of the event: it stands beside what they
 * signed, so an event is known by it and by what was signed.
 */
export function translate(text: string, delivery: string): Heard {
  const said = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const id = /^[\w-]{1,40}$/.test(delivery) ? `${delivery}.${said}` : said;
  const read = z.safeParse(webhook, parsed(text));
  if (!read.success) return { is: 'unreadable', id, name: '', wrong: wrongIn(read.error) };
  const { event: name, payload } = read.data;
  const use = <S extends z.ZodMiniType>(schema: S, then: (payload: z.output<S>) => Heard): Heard => {
    const body = z.safeParse(schema, payload);
    return body.success ? then(body.data) : { is: 'unreadable', id, name, wrong: wrongIn(body.error) };
  };
  switch (name) {
    case 'payment_link.paid':
      return use(linkPaid, ({ payment_link, payment: { entity } }) => {
        const order_id = payment_link.entity.reference_id;
        return isOurs(order_id) ? { is: 'event', event: { ...paidBy(id, entity), order_id } } : NOTHING;
      });
    case 'payment.captured':
      return use(ofPayment, ({ payment: { entity } }) => placed(entity, paidBy(id, entity)));
    case 'payment.failed':
      return use(ofPayment, ({ payment: { entity } }) => placed(entity, { kind: 'payment.failed', id }));
    case 'refund.processed':
      // What was never captured they give back by themselves: it was never ours.
      return use(ofRefund, ({ refund: { entity }, payment }) => (payment?.entity.captured === false ? NOTHING : { is: 'event', event: doneBy(id, entity) }));
    case 'refund.failed':
      return use(ofRefund, ({ refund: { entity }, payment }) => (payment?.entity.captured === false ? NOTHING : { is: 'event', event: failedBy(id, entity) }));
    default:
      return NOTHING;
  }
}

const paidBy = (id: string, { id: payment_id, amount, currency }: Payment) => ({
  kind: 'payment.paid' as const,
  id,
  payment_id,
  amount_paise: amount,
  currency,
});

/** Notes of a link are not always repeated with its payments; their description is the link’s name behind a #. */
function placed({ notes, description }: Payment, event: Unplaced): Heard {
  if (isOurs(notes.order_id)) return { is: 'event', event: { ...event, order_id: notes.order_id } as ProviderEvent };
  const link = /^#([A-Za-z0-9]{1,40})$/.exec(description ?? '')?.[1];
  return link ? { is: 'of link', link: `plink_${link}`, event } : NOTHING;
}

/** One that somebody asked for in their dashboard has no name of ours. It keeps theirs, is found nowhere, and so is looked at. */
const refundOf = ({ id, receipt }: Refund): string => (isOurs(receipt) ? receipt : id);
const doneBy = (id: string, entity: Refund): ProviderEvent => ({
  ...{ kind: 'refund.done', id, refund_id: refundOf(entity), amount_paise: entity.amount },
  order_id: isOurs(entity.notes.order_id) ? entity.notes.order_id : '',
});

const failedBy = (id: string, entity: Refund): ProviderEvent => ({
  ...{ kind: 'refund.failed', id, refund_id: refundOf(entity) },
  order_id: isOurs(entity.notes.order_id) ? entity.notes.order_id : '',
});

/** Where something is not as documented, never what stood there. */
const wrongIn = ({ issues }: { issues: readonly { path: readonly PropertyKey[] }[] }): string[] => issues.slice(0, 10).map(({ path }) => path.join('.'));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
