import { serveOrders } from '../child.ts';

/** A storm of sign-ins: names nobody has, for each of which the server hashes a password all the same. */
interface StormOrder {
  readonly portal: string;
  readonly people: number;
  readonly seconds: number;
}

let names = 0;

serveOrders<StormOrder>(async ({ portal, people, seconds }) => {
  const end = performance.now() + seconds * 1000;
  let tried = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      names += 1;
      const body = {
        username: `storm${names}@mail.example.com`,
        password: 'Wrong@2026',
        sign_in_with: 'EMAIL',
        profession: 'RETAIL_INVESTOR',
        referral_code: '',
      };
      const answer = await fetch(`${portal}/auth/v1/sign_in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { code } = (await answer.json()) as { code: string };
      if (code !== 'CREDENTIALS') throw new Error(`a sign-in that hashed nothing: ${answer.status} ${code}`);
      tried += 1;
    }
  };
  await Promise.all(Array.from({ length: people }, one));
  return { tried };
});
