import { refreshToken, signOut } from '@vimarsh/shared/contract/identity/routes.ts';
import type { Ctx, Platform } from '../../platform/platform.ts';
import { type Device, readDevice } from './device-cookie.ts';
import type { Sessions } from './sessions.ts';

/** Keeping and ending sessions. Our own call for refreshing; the specification names none (S4-END-O01). */
export function sessionRoutes(platform: Platform, sessions: Sessions): void {
  const deviceOf = ({ cookies }: Ctx): Device | null => readDevice(cookies, platform.config.production);
  const keyOf = ({ partner }: Ctx): string => partner?.utm_source_str ?? '';

  platform.on(refreshToken, async ({ body }, ctx) => {
    const token_data = await sessions.refresh(body.refresh_token, deviceOf(ctx), keyOf(ctx));
    return { data: { token: token_data.access_token }, extra: { token_data, expire_in: token_data.expire_in } };
  });

  platform.on(signOut, async ({ body }, ctx) => {
    const { refresh_token: token, everywhere = false } = body;
    const ended = await sessions.signOut({ caller: ctx.caller, token, device: deviceOf(ctx), partner_key: keyOf(ctx), everywhere, ip: ctx.ip });
    return { ended };
  });
}
