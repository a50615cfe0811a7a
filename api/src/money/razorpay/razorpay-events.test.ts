import { describe, expect, test } from 'vitest';
import { ulid } from '../../platform/text/id.ts';
import { providerEvent } from '../provider.ts';
import { translate } from './razorpay-events.ts';

const ORDER = ulid();
const REFUND = ulid();
const payment = (more: object = {}) => ({
  entity: {
    ...{ id: 'pay_FOGsH8uHkF2FbR', entity: 'payment', amount: 499_00, currency: 'INR', status: 'captured', captured: true, method: 'upi' },
    ...{ email: 'gaurav.kumar@example.com', contact: '+919988998899', vpa: 'gaurav@upi', description: '#FOGqq3O6E5bkml', notes: [], ...more },
  },
});
const link = (reference_id: string | null) => ({ entity: { id: 'plink_FOGqq3O6E5bkml', reference_id, status: 'paid', amount: 499_00 } });
const refund = (more: object = {}) => ({
  entity: {
    id: 'rfnd_FS8TWyPrCsa0OB',
    amount: 100_00,
    currency: 'INR',
    payment_id: 'pay_FOGsH8uHkF2FbR',
    receipt: REFUND,
    notes: { order_id: ORDER },
    ...more,
  },
});
const heard = (event: string, payload: object, delivery = 'EoDQ5yaLQEcZHl') => translate(JSON.stringify({ entity: 'event', event, payload }), delivery);
const paid = { kind: 'payment.paid', payment_id: 'pay_FOGsH8uHkF2FbR', amount_paise: 499_00, currency: 'INR' };

describe('webhooks of Razorpay', () => {
  test.each([
    ['payment_link.paid', { payment_link: link(ORDER), payment: payment() }, { is: 'event', event: { ...paid, order_id: ORDER } }],
    ['payment_link.paid', { payment_link: link('TS1989'), payment: payment() }, { is: 'nothing' }],
    ['payment_link.paid', { payment_link: link(null), payment: payment() }, { is: 'nothing' }],
    ['payment.captured', { payment: payment({ notes: { order_id: ORDER } }) }, { is: 'event', event: { ...paid, order_id: ORDER } }],
    ['payment.captured', { payment: payment() }, { is: 'of link', link: 'plink_FOGqq3O6E5bkml', event: paid }],
    ['payment.captured', { payment: payment({ description: '#FOG/../x' }) }, { is: 'nothing' }],
    ['payment.captured', { payment: payment({ description: null, notes: { order_id: 5 } }) }, { is: 'nothing' }],
    ['payment.failed', { payment: payment({ captured: false }) }, { is: 'of link', event: { kind: 'payment.failed' } }],
    ['refund.processed', { refund: refund() }, { is: 'event', event: { kind: 'refund.done', refund_id: REFUND, order_id: ORDER, amount_paise: 100_00 } }],
    ['refund.processed', { refund: refund({ receipt: null, notes: [] }) }, { is: 'event', event: { refund_id: 'rfnd_FS8TWyPrCsa0OB', order_id: '' } }],
    ['refund.processed', { refund: refund({ receipt: null }), payment: payment({ captured: false }) }, { is: 'nothing' }],
    ['refund.failed', { refund: refund() }, { is: 'event', event: { kind: 'refund.failed', refund_id: REFUND, order_id: ORDER } }],
    ['payment_link.cancelled', { payment_link: link(ORDER) }, { is: 'nothing' }],
    ['order.paid', {}, { is: 'nothing' }],
    ['payment.dispute.created', { anything: [1] }, { is: 'nothing' }],
  ])('%s %o', (event, payload, expected) => {
    const said = heard(event, payload);
    expect(said).toMatchObject(expected);
    if (said.is === 'event') expect(providerEvent.safeParse(said.event).success).toBe(true);
    expect(JSON.stringify(said), 'nothing of the payer').not.toMatch(/gaurav|9988998899|@/);
  });

  test.each([
    ['payment_link.paid', { payment_link: link(ORDER) }, 'payment'],
    ['payment_link.paid', { payment_link: link(ORDER), payment: payment({ amount: 499.5 }) }, 'payment.entity.amount'],
    ['payment.captured', { payment: payment({ amount: '49900' }) }, 'payment.entity.amount'],
    ['payment.captured', { payment: payment({ id: 'gaurav.kumar@example.com' }) }, 'payment.entity.id'],
    ['payment.failed', {}, 'payment'],
    ['refund.processed', { refund: refund({ amount: -1 }) }, 'refund.entity.amount'],
  ])('%s that is not as documented names the place and no value', (event, payload, place) => {
    const said = heard(event, payload);
    expect(said).toMatchObject({ is: 'unreadable', name: event, wrong: [place] });
    expect(JSON.stringify(said)).not.toMatch(/gaurav/);
  });

  test.each(['', '[]', 'null', '{"event":7}', '<html>'])('%s is unreadable', (text) => {
    expect(translate(text, 'x')).toMatchObject({ is: 'unreadable' });
  });

  test('an event is known by their id and by what they signed: another id beside the same text is no way to hide another event', () => {
    const of = (event: string, delivery: string) => {
      const said = heard(event, { payment: payment() }, delivery);
      return said.is === 'of link' ? said.event.id : '';
    };
    expect(of('payment.captured', 'one')).toMatch(/^one\.[0-9a-f]{16}$/);
    expect(of('payment.captured', 'one')).toBe(of('payment.captured', 'one'));
    expect(of('payment.captured', 'one')).not.toBe(of('payment.failed', 'one'));
    expect(of('payment.captured', 'a b\n'), 'an id of another form is left out').toMatch(/^[0-9a-f]{16}$/);
  });
});
