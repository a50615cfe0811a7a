import type { Transporter } from 'nodemailer';
import type { Config } from '../../config.ts';
import type { Message } from './outbox.message.ts';

/** Takes one message to its provider. Throws when the provider did not accept it; then it is tried again later. */
export type Carrier = (message: Required<Pick<Message, 'to' | 'subject' | 'text' | 'link'>>) => Promise<void>;
export type Carriers = Partial<Record<Message['channel'], Carrier>>;

const TIMEOUT_MS = 15_000;

/** The providers that the settings name; none by default. */
export function carriersOf({ SMTP_URL, MAIL_FROM, SMS_URL, SMS_FROM, WHATSAPP_FROM }: Config): Carriers {
  return {
    ...(SMTP_URL && MAIL_FROM && { mail: mailCarrier(SMTP_URL, MAIL_FROM) }),
    ...(SMS_URL && SMS_FROM && { sms: textCarrier(SMS_URL, SMS_FROM, '') }),
    ...(SMS_URL && WHATSAPP_FROM && { whatsapp: textCarrier(SMS_URL, WHATSAPP_FROM, 'whatsapp:') }),
  };
}

/** Mail over SMTP; credentials and host are in the URL. */
export function mailCarrier(url: string, from: string, timeout = TIMEOUT_MS): Carrier {
  // Left to itself the library waits ten minutes for a server that says nothing any more, and all other mail behind it.
  const limits = { connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout, dnsTimeout: timeout };
  // Its code comes with the first mail: most starts send none.
  let transport: Promise<Transporter> | undefined;
  return async ({ to, subject, text }) => {
    transport ??= import('nodemailer').then(({ default: nodemailer }) => nodemailer.createTransport({ url, ...limits }, { from }));
    await (await transport).sendMail({ to, subject, text });
  };
}

/**
 * SMS and WhatsApp over a Messages API as Twilio defines it: form fields To, From, Body, account and token as basic
 * authentication, which the URL carries. WhatsApp numbers have a prefix.
 */
export function textCarrier(url: string, from: string, prefix: string): Carrier {
  const { username, password } = new URL(url);
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  const authorization = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
  return async ({ to, text }) => {
    const answer = await fetch(bare, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: `${prefix}${to}`, From: `${prefix}${from}`, Body: text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    await answer.body?.cancel();
    // Neither number nor text: this goes to the log.
    if (!answer.ok) throw new Error(`The text provider answered ${answer.status}.`);
  };
}
