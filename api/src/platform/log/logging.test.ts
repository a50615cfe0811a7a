import pg from 'pg';
import { expect, test } from 'vitest';
import { createLogger, withoutTraces } from './logging.ts';

/** One planted value per kind of personal data; none may be found in what was logged. */
const CANARIES = {
  password: 'canary-Passw0rd',
  mobile: '9812345678',
  international: '+919812345678',
  mobile_otp: '884422',
  email: 'canary.person@mail.example',
  authorization: 'Bearer eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl',
  refresh_token: 'canary-refresh-token',
  full_name: 'Canary Kumari',
  pan_card_number: 'ABCPK1234F',
  aadhar_card_number: '1234 5678 9012',
  text: 'canary text of a message',
} as const;

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('trace', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

function expectNoCanary(output: string): void {
  expect(output.length).toBeGreaterThan(20);
  for (const [kind, value] of Object.entries(CANARIES)) expect(output.includes(value), `${kind} in ${output}`).toBe(false);
}

test('named fields are hidden at every depth features use', () => {
  expectNoCanary(logged((log) => log.info({ ...CANARIES, request: CANARIES, deep: { headers: CANARIES } }, 'planted')));
});

test('free text loses mails, phone numbers, tokens, PAN and Aadhaar', () => {
  const { mobile, international, email, authorization, pan_card_number, aadhar_card_number } = CANARIES;
  expectNoCanary(logged((log) => log.warn(`user ${email} ${mobile} ${international} ${authorization} ${pan_card_number} ${aadhar_card_number}`)));
  expectNoCanary(logged((log) => log.error({ err: new Error(`no account for ${mobile} or ${email}`) }, 'failed')));
});

test.each(['123456789', '5010012343210', '501001234321098765'])('the bank account number %s is in no line, and the time of the line stays', (number) => {
  const line = logged((log) => log.warn({ account: { number, holder: 'Canary Kumari', ifsc: 'HDFC0000123' } }, `a refund to ${number}`));
  expect(line).not.toMatch(new RegExp(`${number}|Canary|HDFC0000123`));
  expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('a database error keeps its code and constraint and loses the value it quotes', () => {
  const error = Object.assign(new pg.DatabaseError(`invalid input syntax for type integer: "${CANARIES.password}"`, 1, 'error'), {
    code: '22P02',
    detail: `Key (mobile)=(${CANARIES.mobile}) already exists.`,
    constraint: 'users_mobile',
  });
  const output = logged((log) => log.error({ err: error }, 'failed'));
  expectNoCanary(output);
  expect(JSON.parse(output).err).toMatchObject({ code: '22P02', constraint: 'users_mobile' });
});

test.each([
  [{ message: 'cannot execute UPDATE in a read-only transaction', code: '25006', detail: CANARIES.email }, 'cannot execute UPDATE in a read-only transaction'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'AggregateError ECONNREFUSED'],
  [{}, 'an unknown error'],
  ['words', 'words'],
])('whatever failed, the log says why: %o', (err, message) => {
  const output = logged((log) => log.error({ err }, 'failed'));
  expectNoCanary(output);
  expect(JSON.parse(output).err.message).toBe(message);
});

test('what helps the engineer stays: level, time, ids, route, status', () => {
  const output = logged((log) => log.error({ request_id: '01M7WNKPFW9PQHMH0FNT5M1A36', route: '/reco/v1/calls/:id', status: 500, ms: 12 }, 'request failed'));
  expect(JSON.parse(output)).toMatchObject({ level: 'error', request_id: '01M7WNKPFW9PQHMH0FNT5M1A36', route: '/reco/v1/calls/:id', status: 500, ms: 12 });
});

test('a text of a stranger that an error quotes is masked in time that grows with its length alone', () => {
  for (const sign of ['a', 'a-', 'eyJ-', '@', '1']) {
    const text = sign.repeat(100_000 / sign.length);
    const since = process.threadCpuUsage();
    expect(withoutTraces(`${text} asha@mail.example.com`)).toMatch(/\[mail\]$/);
    expect(process.threadCpuUsage(since).user / 1000, sign).toBeLessThan(1000);
  }
});
