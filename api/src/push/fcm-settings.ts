import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';
import { webAddress } from '../platform/settings/address.ts';
import { givenWord } from '../platform/settings/secret.ts';

const address = (fallback: string) => z._default(webAddress.check(z.refine((value) => !value.endsWith('/'))), fallback);
function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
const word = givenWord(300);

/** `FCM`: JSON. Names as in the service account's file and in the web app's settings of Firebase. The addresses only differ from Google's in tests. */
export const fcmSetting = z.object({
  project_id: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)),
  client_email: word,
  private_key: z.string().check(z.refine(isPrivateKey)),
  api_key: word,
  app_id: word,
  /** The public key of the web push certificate. */
  web_key: z.string().check(z.regex(/^[\w-]{87}$/)),
  token_uri: address('https://oauth2.googleapis.com/token'),
  url: address('https://fcm.googleapis.com'),
  installations_url: address('https://firebaseinstallations.googleapis.com'),
  registrations_url: address('https://fcmregistrations.googleapis.com'),
});
export type FcmSetting = z.output<typeof fcmSetting>;

export const fcmSettings = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return null;
      }
    }),
    fcmSetting,
  ),
);
