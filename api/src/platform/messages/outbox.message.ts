/** What leaves for a person outside. */
export interface Message {
  channel: 'sms' | 'whatsapp' | 'mail' | 'push';
  /** Mobile in international form, e-mail address, or id of a device. */
  to: string;
  subject?: string;
  text: string;
  /** A path of ours that a push message opens. */
  link?: string;
  /** Good to know, but nothing waits for it: dropped where no provider is configured. */
  notice?: boolean;
  /**
   * The same work is done and nothing is sent: by the time an answer takes, nobody learns whether there was somebody to
   * write to.
   */
  feigned?: boolean;
}
