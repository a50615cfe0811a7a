import { answerAs } from '../../platform/http/security-headers.ts';
import { Fail, type Platform } from '../../platform/platform.ts';

/** The address that is written into their dashboard. */
export const RAZORPAY_EVENTS = '/plans/v1/razorpay_events';

/**
 * Where Razorpay tells what happened. It signs the bytes that it sends, so here they are read as they came and not as JSON.
 * Whatever is answered with 200 it tells no more; anything else it tells again for a day.
 */
export function hearRazorpay({ app }: Platform, tell: (event: string, signature: string, delivery: string) => Promise<string>): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(RAZORPAY_EVENTS, async ({ body, headers }, reply) => {
      const signature = headers['x-razorpay-signature'];
      const delivery = headers['x-razorpay-event-id'];
      if (typeof body !== 'string' || typeof signature !== 'string') throw new Fail('EVENT_FORGED');
      const outcome = await tell(body, signature, typeof delivery === 'string' ? delivery : '');
      return answerAs(reply, 'data')
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ status: true, data: { outcome } }));
    });
  });
}
