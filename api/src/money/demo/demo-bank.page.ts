import type { FastifyReply } from 'fastify';
import { answerAs } from '../../platform/http/security-headers.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import { html, page } from '../../platform/text/html.ts';
import type { BankMandate, BankOrder } from './demo-bank.tables.ts';
import { type DemoMandates, MANDATES_PATH } from './demo-mandates.ts';

/** Where people of the demo pay. */
export const BANK_PATH = '/__pay';

/** What a payer can have the provider do. */
export const BANK_ANSWERS = ['pay', 'pay silently', 'refuse'] as const;
export type BankAnswer = (typeof BANK_ANSWERS)[number];
const isAnswer = (answer: string | null): answer is BankAnswer => BANK_ANSWERS.some((one) => one === answer);

interface Parts {
  readonly mandates: Pick<DemoMandates, 'find' | 'ofOrder' | 'wish'>;
  find(order_id: string): Promise<BankOrder | undefined>;
  decide(order_id: string, answer: BankAnswer): Promise<BankOrder>;
}

const WORDS: Readonly<Record<string, readonly [title: string, pay: string]>> = {
  upi: ['The demo’s UPI app', 'Pay with UPI'],
  card: ['The demo’s card page', 'Pay with the demo’s card'],
  netbanking: ['The demo’s bank', 'Pay from the demo’s account'],
  cefcom: ['The demo’s CeFCoM account', 'Transfer the fee'],
};
const OVER = { paid: 'This order is paid.', closed: 'This order can’t be paid any more.' } as const;

const ID = /^[0-9A-Z]{26}$/;
const inRupees = (paise: number): string => `₹${(paise / 100).toFixed(2)}`;

/** The provider's own page: an order, what it costs, and what its payer decides. No card number is ever typed here. */
export function addBankPage(platform: Platform, { find, decide, mandates }: Parts): void {
  platform.app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    scope.get(`${MANDATES_PATH}/:mandate`, async (request, reply) => showMandate(reply, await knownMandate(request.params)));
    scope.post(`${MANDATES_PATH}/:mandate`, async (request, reply) => {
      const { id } = await knownMandate(request.params);
      const answer = request.body instanceof URLSearchParams ? request.body.get('answer') : null;
      if (answer !== 'revoke' && answer !== 'refuse') throw new Fail('BAD_REQUEST');
      await mandates.wish(id, answer);
      return reply.header('cache-control', 'no-store').redirect(`${MANDATES_PATH}/${id}`, 303);
    });
    scope.get(`${BANK_PATH}/:order`, async (request, reply) => {
      const order = await known(request.params);
      return show(reply, order);
    });
    scope.post(`${BANK_PATH}/:order`, async (request, reply) => {
      const { order_id } = await known(request.params);
      const answer = request.body instanceof URLSearchParams ? request.body.get('answer') : null;
      if (!isAnswer(answer)) throw new Fail('BAD_REQUEST');
      const { return_to } = await decide(order_id, answer);
      return reply.header('cache-control', 'no-store').redirect(return_to, 303);
    });
  });

  async function known(params: unknown): Promise<BankOrder> {
    const { order } = params as { order: string };
    const found = ID.test(order) ? await find(order) : undefined;
    if (!found) throw new Fail('NOT_FOUND');
    return found;
  }

  async function knownMandate(params: unknown): Promise<BankMandate> {
    const { mandate } = params as { mandate: string };
    const found = ID.test(mandate) ? await mandates.find(mandate) : undefined;
    if (!found) throw new Fail('NOT_FOUND');
    return found;
  }

  function showMandate(reply: FastifyReply, { id, most_paise, state, refuses_next }: BankMandate) {
    const over = html`<p>You ended this mandate: nothing can be charged by it any more.</p>`;
    const form = html`<p>${refuses_next ? 'Your account will be empty at the next charge.' : 'The next charge will be paid.'}</p>
<form method="post" action="${MANDATES_PATH}/${id}"><p><button type="submit" name="answer" value="revoke">End this mandate</button> <button type="submit" name="answer" value="refuse">Let the next charge fail</button></p></form>`;
    return answer(
      reply,
      'The demo’s mandate',
      html`<h1>The demo’s mandate</h1><p>Vimarsh Research may charge at most <b>${inRupees(most_paise)}</b> each time.</p>${state === 'active' ? form : over}<p><a href="/my-account?tab=plan">Back to the shop</a></p>`,
    );
  }

  async function show(reply: FastifyReply, { order_id, amount_paise, method, state, return_to, mandate_paise }: BankOrder) {
    const [title, pay] = WORDS[method] ?? WORDS.card!;
    const rupees = inRupees(amount_paise);
    const mandate = state === 'paid' && mandate_paise > 0 ? await mandates.ofOrder(order_id) : undefined;
    const asks = html`<p>With it you let Vimarsh Research charge at most <b>${inRupees(mandate_paise)}</b> each time the plan renews, until you end that here or there.</p>`;
    const form = html`${mandate_paise > 0 ? asks : html``}<p>Nothing real is paid: this stands in for a bank. Decide what it answers.</p>
<form method="post" action="${BANK_PATH}/${order_id}"><p><button type="submit" name="answer" value="pay">${pay}</button> <button type="submit" name="answer" value="refuse">Refuse the payment</button> <button type="submit" name="answer" value="pay silently">Pay, and tell the shop nothing</button></p></form>`;
    const over = state === 'open' ? form : html`<p>${OVER[state]}</p>`;
    const more = mandate ? html`<p><a href="${MANDATES_PATH}/${mandate.id}">The mandate of this payment</a></p>` : html``;
    return answer(
      reply,
      title,
      html`<h1>${title}</h1><p>Vimarsh Research asks for <b>${rupees}</b> for order ${order_id}.</p>${over}${more}<p><a href="${return_to}">Back to the shop</a></p>`,
    );
  }

  function answer(reply: FastifyReply, title: string, body: ReturnType<typeof html>) {
    const { html: text, style } = page(title, body);
    return answerAs(reply, 'words', { style }).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text);
  }
}
