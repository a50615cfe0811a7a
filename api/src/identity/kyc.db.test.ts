import { deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import type { ReviewedDocument } from '@vimarsh/shared/contract/profile.contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../platform/testing.ts';
import type { Db } from './account.store.ts';
import { openSite, PASSWORD, type Reply, type Site, signInBody } from './site.testing.ts';

const png = (width = 40, height = 30) => Transformer.fromRgbaPixels(new Uint8Array(4 * width * height).fill(180), width, height).png();
const pdf = (body = '') => Buffer.from(`%PDF-1.4\n1 0 obj <</Type /Catalog ${body}>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF`);
/** A PNG whose header claims any size, without the pixels. */
function claimedPng(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
const packed = (text: string) => {
  const stream = deflateSync(text);
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n5 0 obj <</Type /ObjStm /Filter /FlateDecode /Length ${stream.length}>>\nstream\n`),
    stream,
    Buffer.from('\nendstream endobj\n%%EOF'),
  ]);
};

describe.each(await databases())('profile and documents on %s', (kind) => {
  let site: Site;
  let people = 0;
  beforeAll(async () => {
    site = await openSite(kind);
  });
  afterAll(() => site.close());

  async function person({ email = `kyc${++people}@mail.example.com`, profession = 'MARKET_EXPERT' } = {}) {
    const browser = site.browser();
    const begun = await browser.post('/auth/v1/create_user', { full_name: 'Asha Rao', email, password: PASSWORD, profession });
    await browser.post('/auth/v1/verify_otp', { user_id: begun.body.user_id, otp: await site.otp(email) });
    const { body } = await browser.post('/auth/v1/sign_in', signInBody(email));
    return { bearer: body.data.token as string, user_id: body.user_id as string, browser };
  }
  type Person = Awaited<ReturnType<typeof person>>;

  async function save(
    { bearer }: Person,
    fields: Record<string, string>,
    files: Record<string, Uint8Array> = {},
    url = '/auth/v1/profile_update',
  ): Promise<Reply> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [name, bytes] of Object.entries(files)) form.set(name, new File([new Uint8Array(bytes)], 'holiday.png', { type: 'image/png' }));
    const request = new Request('http://x/', { method: 'POST', body: form });
    const answer = await site.platform.app.inject({
      method: 'POST',
      url,
      headers: { host: 'localhost:4000', authorization: `Bearer ${bearer}`, 'content-type': request.headers.get('content-type')! },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return { http: answer.statusCode, headers: answer.headers, body: answer.json() };
  }
  const read = async ({ browser, bearer }: Person) => (await browser.get('/auth/v1/profile', bearer)).body.data;
  const fetched = (url: string) => site.platform.app.inject({ url, headers: { host: 'localhost:4000' } });

  test('fields are saved, what is not given stays, and a bad field keeps the whole save out (S7-PROFILE-O01)', async () => {
    const me = await person({ profession: 'RETAIL_INVESTOR' });
    expect((await save(me, { full_name: 'Asha K Rao', address: 'Pune' })).body).toMatchObject({
      status: true,
      data: { profile_data: { full_name: 'Asha K Rao', last_name: 'Rao' } },
    });
    const bad = await save(me, { full_name: 'Other', website: 'javascript:alert(1)' });
    expect(bad.body).toMatchObject({ status: false, problems: [{ path: 'website' }] });
    expect((await read(me)).profile_data).toMatchObject({ full_name: 'Asha K Rao', address: 'Pune', website: '' });
    expect((await save(me, { address: '' })).body.data.profile_data).toMatchObject({ full_name: 'Asha K Rao', address: '' });
  });

  test('an investor becomes a Market Expert and then an Analyst; the way back is refused (S4-PROFN-O01)', async () => {
    const me = await person({ profession: 'RETAIL_INVESTOR' });
    expect((await save(me, { profession: 'Analyst' })).body.code).toBe('PROFESSION_FIXED');
    expect((await save(me, { profession: 'Market Expert' })).body.data).toMatchObject({
      user_data: { roles: ['Market Expert'] },
      profile_data: { profession: 'Market Expert' },
    });
    expect((await save(me, { profession: 'Analyst' })).body.status).toBe(true);
    expect((await save(me, { profession: 'Retail Investor' })).body).toMatchObject({ status: false, code: 'PROFESSION_FIXED' });
    expect((await read(me)).profile_data.profession).toBe('Analyst');
  });

  test('a picture is re-encoded: a JPEG of ours, smaller, without what else the file held', async () => {
    const me = await person();
    const comment = Buffer.concat([await png(900, 600), Buffer.from('secret place 18.52N')]);
    const saved = await save(me, {}, { picture: comment });
    const { picture } = saved.body.data.profile_data;
    expect(picture).toMatch(/^\/media\/people\/[0-9A-Z]{26}\.jpg$/);
    const file = await fetched(picture);
    expect(file.headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-security-policy': "default-src 'none'; sandbox" });
    expect(file.rawPayload.includes('secret place')).toBe(false);
    expect(await new Transformer(file.rawPayload).metadata()).toMatchObject({ width: 512, format: 'jpeg' });
  });

  test('files of false type, with a script inside, or of 200 megapixels are refused with a sentence at their field', async () => {
    const me = await person();
    const refused: [string, Uint8Array, string][] = [
      ['picture', Buffer.from('<html><script>alert(1)</script>'), 'FILE_TYPE'],
      ['picture', pdf(), 'FILE_TYPE'],
      ['picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'), 'FILE_TYPE'],
      ['picture', Buffer.concat([await png(), Buffer.from('<script>fetch("/")</script>')]), 'FILE_UNSAFE'],
      ['picture', claimedPng(20_000, 10_000), 'FILE_SIZE'],
      ['picture', claimedPng(100, 100), 'FILE_TYPE'],
      ['picture', Buffer.alloc(2 * 1024 * 1024 + 1, 1), 'FILE_SIZE'],
      ['pan_card', Buffer.from('MZ\x90\0 program'), 'FILE_TYPE'],
      ['pan_card', pdf('/OpenAction <</S /JavaScript /JS (app.alert(1))>>'), 'FILE_UNSAFE'],
      ['pan_card', pdf('/Open#41ction 3 0 R'), 'FILE_UNSAFE'],
      ['pan_card', packed('3 0 <</S /JavaScript /JS (x)>>'), 'FILE_UNSAFE'],
      ['pan_card', claimedPng(20_000, 10_000), 'FILE_SIZE'],
    ];
    for (const [field, bytes, code] of refused) {
      const answer = await save(me, { full_name: 'Changed' }, { [field]: bytes });
      expect(answer.body, `${field} ${Buffer.from(bytes).toString('latin1', 0, 12)}`).toMatchObject({ status: false, code, problems: [{ path: field }] });
    }
    expect((await read(me)).profile_data).toMatchObject({ full_name: 'Asha Rao', picture: '', pan_card_status: '' });
    expect((await save(me, {}, { passport: await png() })).http).toBe(400);
    expect((await save(me, {}, { picture: await png() }, '/auth/v1/sign_out')).http).toBe(400);
  });

  test('a PAN is stored sealed and shown masked, and belongs to one account; no whole Aadhaar number is ever taken', async () => {
    const [me, other] = [await person(), await person()];
    expect((await save(me, { pan_card_number: 'ABCPE1234F', aadhar_last4: '7058' })).body.data.profile_data).toMatchObject({
      pan_card_number: 'ABCxxxx34F',
      aadhar_card_number: 'xxxx xxxx 7058',
    });
    expect((await save(other, { pan_card_number: 'ABCPE1234F' })).body).toMatchObject({ code: 'DUPLICATE_PAN' });
    const whole = await save(me, { about_us: 'reach me, aadhaar 9999 4105 7058' });
    expect(whole.body.problems).toEqual([{ path: 'about_us', message: expect.stringContaining('whole Aadhaar number') }]);
    expect((await save(me, { aadhar_last4: '999941057058' })).body).toMatchObject({ status: false });
    const rows = JSON.stringify(await (site.platform.db as Db).selectFrom('kyc_numbers').selectAll().execute());
    expect(rows).not.toContain('ABCPE1234F');
  });

  test('two admins verify three documents, and the expert is verified; what is stored can’t be read without the key', async () => {
    const me = await person();
    const first = await person({ email: 'verification@vimarsh.example.com' });
    const second = await person({ email: 'compliance@vimarsh.example.com' });
    await save(me, { profession: 'Analyst' });
    const details = { sebi_regi_number: 'INH888800001', sebi_valid_to: '2029-03-31', nism_no: 'NISM-1', nism_expiry: '2028-03-31' };
    const image = await png();
    const sent = await save(me, details, { pan_card: image, aadhar_card: image, sebi_certificate: pdf('/Marker (my certificate)') });
    expect(sent.body.data.profile_data).toMatchObject({
      pan_card_status: 'Pending',
      aadhar_card_status: 'Pending',
      sebi_certificate_status: 'Pending',
      sebi_regi_number: 'INH888800001',
    });
    expect((await site.identity.expert(me.user_id))?.status).toBe('pending');

    const queue = async (admin: Person) =>
      (await admin.browser.get('/admin/v1/kyc_queue', admin.bearer)).body.data.documents.filter((each: { user_id: string }) => each.user_id === me.user_id);
    const decide = (admin: Person, document_id: string, decision = 'verify', reason = '') =>
      admin.browser.post('/admin/v1/kyc_decide', { document_id, decision, reason }, admin.bearer);
    expect((await me.browser.get('/admin/v1/kyc_queue', me.bearer)).http).toBe(403);
    const documents = await queue(first);
    expect(documents).toHaveLength(3);

    const certificate = documents.find((each: { type: string }) => each.type === 'sebi_certificate');
    const opened = await fetched(certificate.link);
    expect(opened.rawPayload.toString()).toContain('my certificate');
    expect(opened.headers['content-disposition']).toContain('attachment');
    expect((await fetched(certificate.link.replace(/until=\d/, 'until=9'))).statusCode).toBe(404);
    const { sealed } = await (site.platform.db as Db).selectFrom('kyc_documents').select('sealed').where('id', '=', certificate.id).executeTakeFirstOrThrow();
    expect(sealed.includes('my certificate')).toBe(false);

    for (const { id } of documents) {
      expect((await decide(first, id)).body.data).toEqual({ outcome: 'waiting' });
      expect((await decide(first, id)).body.data, 'one alone can’t decide').toEqual({ outcome: 'waiting' });
    }
    expect((await read(me)).profile_data.pan_card_status).toBe('Pending');
    for (const { id } of documents) expect((await decide(second, id)).body.data).toEqual({ outcome: 'done' });
    expect((await read(me)).profile_data).toMatchObject({ mark_as_verified_user: true, sebi_certificate_status: 'Verified' });
    expect(await site.identity.expert(me.user_id)).toMatchObject({ status: 'verified', verified: true });
    expect((await save(me, { profession: 'Broker' })).body.code, 'a verified profession stays').toBe('PROFESSION_FIXED');
    expect((await save(me, { sebi_regi_number: 'INH888800002' })).body.problems).toEqual([{ path: 'sebi_certificate', message: expect.any(String) }]);
    site.clock.forward(5 * 60_000 + 1);
    expect((await fetched(certificate.link)).statusCode, 'the link is over').toBe(404);
  });

  test('the demo’s review has an expert who waits and one who was refused; two admins can do it, and the pictures open', async () => {
    const signIn = async (email: string) => (await site.browser().post('/auth/v1/sign_in', signInBody(email))).body.data.token as string;
    const [first, second] = [await signIn('admin@vimarsh.example.com'), await signIn('operations@vimarsh.example.com')];
    const waiting = async (bearer: string) =>
      (await site.browser().get('/admin/v1/kyc_queue', bearer)).body.data.documents.filter((each: { user_id: string }) => each.user_id === 'exp_13');
    expect((await waiting(first)).map(({ type, number_masked, reg_no }: ReviewedDocument) => [type, number_masked, reg_no])).toEqual([
      ['pan_card', 'ZZZxxxx13Z', 'INH999900013'],
      ['sebi_certificate', '', 'INH999900013'],
      ['nism_certificate', '', 'INH999900013'],
    ]);
    const [{ link }] = await waiting(second);
    expect(await new Transformer((await fetched(link)).rawPayload).metadata()).toMatchObject({ format: 'jpeg' });
    const refused = (await site.browser().get('/auth/v1/kyc', await signIn('sana@experts.example.com'))).body.data.documents;
    expect(refused).toMatchObject([{ type: 'pan_card', status: 'Rejected', reason: expect.stringContaining('can’t be read') }]);
  });

  test('a rejection needs a reason, which the owner reads, and a second admin; disagreement starts anew; own documents are nobody’s to decide', async () => {
    const me = await person();
    const first = await person({ email: 'support@vimarsh.example.com' });
    const second = await person({ email: 'security@vimarsh.example.com' });
    await save(me, {}, { pan_card: await png() });
    await save(first, {}, { pan_card: await png() });
    const find = async (admin: Person, owner: Person) =>
      (await admin.browser.get('/admin/v1/kyc_queue', admin.bearer)).body.data.documents.find((each: { user_id: string }) => each.user_id === owner.user_id)
        ?.id;
    const decide = async (admin: Person, owner: Person, decision: string, reason = '') =>
      (await admin.browser.post('/admin/v1/kyc_decide', { document_id: await find(admin, owner), decision, reason }, admin.bearer)).body;
    expect(await decide(first, first, 'verify')).toMatchObject({ code: 'OWN_DOCUMENT' });
    expect(await decide(first, me, 'reject', 'no')).toMatchObject({ status: false, problems: [{ path: 'reason' }] });
    expect((await decide(first, me, 'reject', 'The name can’t be read.')).data).toEqual({ outcome: 'waiting' });
    expect((await decide(second, me, 'verify')).data).toEqual({ outcome: 'disagreed' });
    expect((await decide(first, me, 'reject', 'The name can’t be read.')).data).toEqual({ outcome: 'waiting' });
    expect((await decide(second, me, 'reject', 'The same for me: unreadable.')).data).toEqual({ outcome: 'done' });
    const { documents } = (await me.browser.get('/auth/v1/kyc', me.bearer)).body.data;
    expect(documents).toMatchObject([{ type: 'pan_card', status: 'Rejected', reason: 'The name can’t be read.' }]);
    await save(me, {}, { pan_card: await png() });
    expect((await read(me)).profile_data.pan_card_status).toBe('Pending');
  });
});
