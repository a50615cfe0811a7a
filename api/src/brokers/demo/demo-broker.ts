import { randomBytes, randomInt } from 'node:crypto';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { Fail } from '../../platform/platform.ts';
import { HANDOVER_SECONDS } from '../adapters/handover.adapter.ts';
import type { Customer } from '../desk.ts';

/** The same customers at every broker of the demo. The third has an account with a plan on Garnet's site, and trades there. */
export const DEMO_CUSTOMERS = [
  { client_id: 'AB1001', full_name: 'Ketaki Bhosale' },
  { client_id: 'AB1002', full_name: 'Imran Qazi' },
  { client_id: 'AB1003', full_name: 'Arvind Nair' },
] as const;
export const DEMO_PIN = '4321';
export const DEMO_YEAR_OF_BIRTH = '1990';

const CODE_LIFE_MS = 60_000;
const OTP_LIFE_MS = 5 * 60_000;

interface Parts {
  clock: () => Date;
  /** Of every demo customer. */
  password: string;
  handoverSecret: Uint8Array;
  /** Sends a text message; kept by the demo's outbox. */
  text(mobile: string, message: string): Promise<void>;
}

/** Brokers that exist only here, yet really check what they are given and hand out what works once. Kept in memory. */
export interface DemoBroker {
  /** The customer, or null: unknown client or wrong password. */
  check(client_id: string, password: string): Customer | null;
  /** A code that the token exchange takes once within a minute. */
  issueCode(broker_id: number, client_id: string): string;
  redeem(broker_id: number, code: string): Customer;
  issueHandover(broker: { id: number; partner_key: string }, client_id: string): Promise<string>;
  sendOtp(broker: { id: number; title: string }, client_id: string): Promise<void>;
  /** The PIN of every customer, or the last OTP that was sent. */
  checkFactor(broker_id: number, client_id: string, factor: 'pin' | 'otp', given: string): Customer;
  checkYearOfBirth(client_id: string, given: string): boolean;
}

export function createDemoBroker({ clock, password, handoverSecret, text }: Parts): DemoBroker {
  const codes = new LRUCache<string, { customer: Customer; until: Date }>({ max: 1000 });
  const otps = new LRUCache<string, { otp: string; until: Date }>({ max: 1000 });
  const known = (client_id: string): Customer | undefined => DEMO_CUSTOMERS.find((one) => one.client_id === client_id.toUpperCase());
  const must = (client_id: string): Customer => {
    const customer = known(client_id);
    if (!customer) throw new Fail('BROKER_CREDENTIALS');
    return { ...customer };
  };

  return {
    check: (client_id, given) => (given === password ? (known(client_id) ?? null) : null),
    issueCode(broker_id, client_id) {
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { customer: { ...must(client_id), broker_id }, until: new Date(clock().getTime() + CODE_LIFE_MS) });
      return code;
    },
    redeem(_broker_id, code) {
      const issued = codes.get(code);
      codes.delete(code);
      if (!issued || issued.until <= clock()) throw new Fail('HANDOVER_SPENT');
      return issued.customer;
    },
    issueHandover(broker, client_id) {
      const { full_name } = must(client_id);
      const now = Math.floor(clock().getTime() / 1000);
      return new SignJWT({ name: full_name, broker_id: broker.id })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(broker.partner_key)
        .setAudience('vimarsh')
        .setSubject(client_id.toUpperCase())
        .setJti(randomBytes(12).toString('base64url'))
        .setIssuedAt(now)
        .setExpirationTime(now + HANDOVER_SECONDS)
        .sign(handoverSecret);
    },
    async sendOtp(broker, client_id) {
      const customer = must(client_id);
      const otp = String(randomInt(100_000, 1_000_000));
      otps.set(`${broker.id} ${customer.client_id}`, { otp, until: new Date(clock().getTime() + OTP_LIFE_MS) });
      await text(mobileOf(broker.id, customer.client_id), `${otp} is your code for ${broker.title}. It is valid for 5 minutes. Never share it.`);
    },
    checkFactor(broker_id, client_id, factor, given) {
      const customer = must(client_id);
      const sent = otps.get(`${broker_id} ${customer.client_id}`);
      const fresh = sent && sent.until > clock() ? sent.otp : '';
      if ((factor === 'pin' && given === DEMO_PIN) || (fresh && given === fresh)) return { ...customer, broker_id };
      throw new Fail('BROKER_FACTOR');
    },
    checkYearOfBirth: (client_id, given) => known(client_id) !== undefined && given === DEMO_YEAR_OF_BIRTH,
  };
}

/** The mobile number a demo broker knows of its customer: one for each broker and client. */
export const mobileOf = (broker_id: number, client_id: string): string => `+91${9_800_000_000 + broker_id * 10_000 + Number(client_id.slice(2))}`;
