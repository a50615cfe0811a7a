import { expect, test } from 'vitest';
import { ownRedis } from '../../platform/nodes/redis.testing.ts';
import { databases, freshPlace } from '../../platform/testing.ts';
import { openSite, signInBody } from '../site.testing.ts';
import { REVOCATION_REFRESH_MS } from './revocations.ts';

const PROFILE = '/auth/v1/profile';
const redis = await ownRedis();

// Several nodes share a PostgreSQL; the embedded database belongs to one.
test.runIf(redis !== null && (await databases()).includes('postgres'))(
  'a bearer whose session ended on one node is refused by the other within a second, and with Redis dead as soon as that node has read what ended',
  { timeout: 120_000 },
  async () => {
    const { place, remove } = await freshPlace('postgres');
    const open = () => openSite('postgres', () => {}, { place, settings: { REDIS_URL: redis!.url } });
    const [one, other] = [await open(), await open()];
    await Promise.all([one.platform.start(), other.platform.start()]);

    /** Signs in and out on one node; how long the other takes the bearer after that, ms. */
    const outlives = async (email: string): Promise<number> => {
      const browser = one.browser();
      const { body } = await browser.post('/auth/v1/sign_in', signInBody(email));
      const bearer = body.token_data.access_token as string;
      const works = async () => (await other.browser().get(PROFILE, bearer)).http === 200;
      expect(await works()).toBe(true);
      expect((await browser.post('/auth/v1/sign_out', { refresh_token: body.token_data.refresh_token }, bearer)).body).toMatchObject({ status: true });
      const ended = performance.now();
      while ((await works()) && performance.now() - ended < 30_000) await new Promise((done) => setTimeout(done, 20));
      return performance.now() - ended;
    };
    // Three times, so that the other node's own reading, every 15 seconds, is not what ends it.
    for (const email of ['premium@mail.example.com', 'lite@mail.example.com', 'free@mail.example.com']) expect(await outlives(email)).toBeLessThan(1000);
    await redis!.kill();
    const alone = await outlives('premium@mail.example.com');
    expect(alone).toBeLessThan(REVOCATION_REFRESH_MS + 2000);

    await Promise.all([one.close(), other.close()]);
    await remove();
    redis!.remove();
  },
);
