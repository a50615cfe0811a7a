/** Where the services of tests answer when their setting is absent. */
const USUAL = {
  TEST_DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/test',
  TEST_REDIS_URL: 'redis://127.0.0.1:6379',
};

/** Address of a service that tests use. Throws a sentence where the setting is there and is no address: empty is not absent. */
export function testService(name: keyof typeof USUAL): string {
  const given = process.env[name];
  if (given === undefined) return USUAL[name];
  const scheme = new URL(USUAL[name]).protocol;
  // `postgresql:` is the other spelling of the same.
  if (URL.canParse(given) && new URL(given).protocol.startsWith(scheme.slice(0, -1))) return given;
  throw new Error(`${name} is ${given.trim() === '' ? 'empty' : 'no address of such a service'}: leave it out, or set it as in ${USUAL[name]}.`);
}
