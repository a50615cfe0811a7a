import type { FastifyReply } from 'fastify';
import { html, page } from '../../platform/html.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import { answerAs } from '../../platform/security-headers.ts';
import type { BankOrder } from './demo-bank.tables.ts';

/** Where people of the demo pay. */
export const BANK_PATH = '/__pay';

interface Parts {
  find(order_id: string): Promise<BankOrder | undefined>;
  decide(order_id: string, pays: boolean): Promise<BankOrder>;
}

const WORDS: Readonly<Record<string, readonly [title: string, pay: string]>> = {
  upi: ['The demo’s UPI app', 'Pay with UPI'],
  card: ['The demo’s card page', 'Pay with the demo’s card'],
  netbanking: ['The demo’s bank', 'Pay from the demo’s account'],
  cefcom: ['The demo’s CeFCoM account', 'Transfer the fee'],
};
const OVER = { paid: 'This order is paid.', closed: 'This order can’t be paid any more.' } as const;

/** The provider's own page: an order, what it costs, and what its payer decides. No card number is ever typed here. */
export function addBankPage(platform: Platform, { find, decide }: Parts): void {
  platform.app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    scope.get(`${BANK_PATH}/:order`, async (request, reply) => {
      const order = await known(request.params);
      return show(reply, order);
    });
    scope.post(`${BANK_PATH}/:order`, async (request, reply) => {
      const { order_id } = await known(request.params);
      const answer = request.body instanceof URLSearchParams ? request.body.get('answer') : null;
      if (answer !== 'pay' && answer !== 'refuse') throw new Fail('BAD_REQUEST');
      const { return_to } = await decide(order_id, answer === 'pay');
      return reply.header('cache-control', 'no-store').redirect(return_to, 303);
    });
  });

  async function known(params: unknown): Promise<BankOrder> {
    const { order } = params as { order: string };
    const found = /^[0-9A-Z]{26}$/.test(order) ? await find(order) : undefined;
    if (!found) throw new Fail('NOT_FOUND');
    return found;
  }

  function show(reply: FastifyReply, { order_id, amount_paise, method, state, return_to }: BankOrder) {
    const [title, pay] = WORDS[method] ?? WORDS.card!;
    const rupees = `₹${(amount_paise / 100).toFixed(2)}`;
    const form = html`<p>Nothing real is paid: this stands in for a bank. Decide what it answers.</p>
<form method="post" action="${BANK_PATH}/${order_id}"><p><button type="submit" name="answer" value="pay">${pay}</button> <button type="submit" name="answer" value="refuse">Refuse the payment</button></p></form>`;
    const over = state === 'open' ? form : html`<p>${OVER[state]}</p>`;
    const { html: text, style } = page(
      title,
      html`<h1>${title}</h1><p>Vimarsh Research asks for <b>${rupees}</b> for order ${order_id}.</p>${over}<p><a href="${return_to}">Back to the shop</a></p>`,
    );
    return answerAs(reply, 'words', { style }).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text);
  }
}
