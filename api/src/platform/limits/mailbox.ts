/**
 * The mailbox an address leads to, for counting only: what follows a plus leads into the same one, as do Gmail's dots. A
 * provider that does otherwise has two people counted as one, which costs them a mail and nobody an account.
 */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@(.*)$/.exec(email.trim().toLowerCase()) ?? [];
  const plain = name.split('+', 1)[0]!;
  return domain === 'gmail.com' || domain === 'googlemail.com' ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}
