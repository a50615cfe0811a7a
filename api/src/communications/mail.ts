import { createTransport } from 'nodemailer';
import { entryLines } from './entry-lines.ts';

export interface MailOfDay {
  readonly site: string;
  readonly subject: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly at: Date;
  /** Its place among all: the same part has the same number. */
  readonly id: string;
  /** One for each entry, whatever line ends it has. */
  readonly lines: readonly string[];
}

/** Writes mails and sends none. */
const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** A part of a conversation as a mail (RFC 5322) that any mail program opens. Its addresses reach nobody. */
export async function mailOf({ site, subject, from, to, at, id, lines }: MailOfDay, nameOf: (id: string) => string): Promise<Buffer> {
  const host = `members.${site}`;
  const address = (person: string) => ({ name: person ? nameOf(person) : site, address: `${(person || 'system').replace(/[^\w.-]/g, '_')}@${host}` });
  const { message } = await writer.sendMail({
    from: address(from),
    to: to.map(address),
    subject,
    date: at,
    messageId: `<${id.replaceAll(/[^\w.-]/g, '_')}@${host}>`,
    headers: { 'X-Vimarsh-Entries': id },
    text: `${lines.flatMap(entryLines).join('\n')}\n`,
    textEncoding: 'base64',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message as Buffer;
}
