import type { FindingKind } from './finding.ts';

/** Sentences to the sender: why a text was not sent, and what to do instead. */
export const SENTENCES: Readonly<Record<FindingKind, string>> = {
  contact:
    'Phone numbers, e-mail addresses and other ways to meet can’t be sent here, nor web addresses but those of public sources, since advice has to stay on record. Take them out and go on talking here.',
  payment: 'Payment addresses and account numbers can’t be sent here. Fees are paid only on the plans page, where there is a receipt.',
  messenger: 'Links and invitations to other messengers can’t be sent here, since advice has to stay on record. Go on talking here.',
  remote: 'Apps that let somebody else use your device can’t be named here. Nobody needs access to your device; write what is wrong instead.',
  access:
    'Passwords, OTPs and logins can’t be sent or asked for here, and nobody may trade in your account or share its profit. Take that out and go on talking here.',
  assurance: 'No result can be promised. Take out the promise and say what the idea rests on and what could go wrong.',
  tip: 'This reads like a call: a stock, a side and a level. Publish it as a call, so that it is on record for everybody who may read it.',
};
