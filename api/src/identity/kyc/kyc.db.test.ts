import { inflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import type { ReviewedDocument } from '@vimarsh/shared/contract/profile/types.ts';
import { REASON_WANTED } from '@vimarsh/shared/domain/people/review.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { claimedPng, doublingForms, hiddenScript, packedObjects, pdfPages, plainPng, written } from '../../platform/files/hostile.testing.ts';
import { featureDatabase } from '../../platform/testing.ts';
import { openSite, PASSWORD, type Reply, type Site, signInBody } from '../site.testing.ts';

const png = (width = 40, height = 30) => Transformer.fromRgbaPixels(new Uint8Array(4 * width * height).fill(180), width, height).png();
const pdf = (catalog = '') => pdfPages(written('certificate'), { catalog });

/** What a PDF says in names and words, packed streams among it. */
function namesIn(pdf: Buffer): string {
  const packed = [...pdf.toString('latin1').matchAll(/\/FlateDecode.*?stream\r?\n/gs)].map(({ index, 0: head }) => {
    try {
      return inflateSync(pdf.subarray(index + head.length)).toString('latin1');
    } catch {
      return '';
    }
  });
  return [pdf.toString('latin1'), ...packed].join('\n');
}

describe.each(await featureDatabase())('profile and documents on %s', (kind) => {
  let site: Site;
  let people = 0;
  /** Owner, document and status of each review. */
  const reviewed: string[] = [];
  beforeAll(async () => {
    site = await openSite(kind);
    site.identity.on('document.reviewed', async (_tx, { user_id, document, status }) => void reviewed.push(`${user_id} ${document} ${status}`));
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
  const linkOf = async (admin: Person, owner: Person): Promise<string> =>
    (await admin.browser.get('/admin/v1/kyc_queue', admin.bearer)).body.data.documents.find((each: { user_id: string }) => each.user_id === owner.user_id).link;
  const twoAdmins = () =>
    Promise.all(
      ['admin@vimarsh.example.com', 'operations@vimarsh.example.com'].map(async (email): Promise<Person> => {
        const browser = site.browser();
        return { browser, bearer: (await browser.post('/auth/v1/sign_in', signInBody(email))).body.data.token as string, user_id: '' };
      }),
    );
  type Shown = Pick<ReviewedDocument, 'id' | 'version'>;
  /** Decides on a document as the list showed it. */
  const decideOn = async ({ browser, bearer }: Person, { id, version }: Shown, decision: string, reason = ''): Promise<Reply['body']> =>
    (await browser.post('/admin/v1/kyc_decide', { document_id: id, version, decision, reason }, bearer)).body;
  const queueOf = async (admin: Person, owner: Person): Promise<ReviewedDocument[]> =>
    (await admin.browser.get('/admin/v1/kyc_queue', admin.bearer)).body.data.documents.filter((each: ReviewedDocument) => each.user_id === owner.user_id);
  const fetched = (url: string, cookie = '') => site.platform.app.inject({ url, headers: { host: 'localhost:4000', cookie } });

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

  // What is refused is looked at before any database: once is enough.
  if (kind === 'pglite')
    test('files of false type, damaged, locked, of 200 megapixels or of eleven pages are refused with a sentence at their field', async () => {
      const me = await person();
      const refused: [string, Uint8Array, string][] = [
        ['picture', Buffer.from('<html><script>alert(1)</script>'), 'FILE_TYPE'],
        ['picture', pdf(), 'FILE_TYPE'],
        ['picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'), 'FILE_TYPE'],
        ['picture', claimedPng(20_000, 10_000), 'FILE_SIZE'],
        ['picture', claimedPng(100, 100), 'FILE_TYPE'],
        ['picture', Buffer.alloc(2 * 1024 * 1024 + 1, 1), 'FILE_SIZE'],
        ['pan_card', Buffer.from('MZ\x90\0 program'), 'FILE_TYPE'],
        ['pan_card', Buffer.from('%PDF-1.7 and nothing'), 'FILE_TYPE'],
        ['pan_card', pdfPages(written('long'), { pages: 11 }), 'FILE_SIZE'],
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

  test('a document that runs a script is kept as pictures of its pages: nothing of the file itself reaches a reviewer', async () => {
    const me = await person();
    const browser = site.browser();
    const bearer = (await browser.post('/auth/v1/sign_in', signInBody('admin@vimarsh.example.com'))).body.data.token as string;
    const admin = { browser, bearer, user_id: '' };
    const script = '<</S /JavaScript /JS (app.alert(1))>>';
    const active: Uint8Array[] = [
      hiddenScript('long dictionary'),
      hiddenScript('carriage return'),
      pdf(`/OpenAction ${script}`),
      pdf(`/Open#41ction ${script}`),
      pdf('/Names <</EmbeddedFiles <</Names [(a) <</F (a.exe)>>]>>>>'),
      pdfPages(written('certificate'), {
        page: `/AA <</O ${script}>> /Annots [<</Type /Annot /Subtype /Link /Rect [0 0 595 842] /A <</S /Launch /F (a.exe)>>>>]`,
      }),
    ];
    for (const bytes of active) {
      expect((await save(me, {}, { pan_card: bytes })).body.status).toBe(true);
      const copy = (await fetched(await linkOf(admin, me), browser.cookie)).rawPayload;
      expect(copy.toString('latin1', 0, 5)).toBe('%PDF-');
      expect(namesIn(copy)).not.toMatch(/JavaScript|\/JS|OpenAction|\/AA|\/Annots|Launch|EmbeddedFile|app\.alert|a\.exe|certificate/);
      expect(namesIn(copy)).toMatch(/\/Subtype\s*\/Image/);
    }
  });

  // The same.
  if (kind === 'pglite')
    test('a PDF of 615 kB that unpacks to 600 MB, forms that call each other a million times, and eight pictures of 40 megapixels take neither the server’s time nor its memory', async () => {
      const people = await Promise.all(Array.from({ length: 8 }, () => person()));
      const [picture, packed] = [plainPng(8000, 5000), packedObjects(600)];
      const quiet = process.memoryUsage.rss();
      let longest = 0;
      let most = 0;
      let last = performance.now();
      const watch = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
        most = Math.max(most, process.memoryUsage.rss() - quiet);
      }, 10);
      const answers = await Promise.all([
        save(people[0]!, {}, { pan_card: packed }),
        save(people[1]!, {}, { pan_card: doublingForms() }),
        ...people.slice(2).map((each) => save(each, {}, { picture })),
      ]);
      clearInterval(watch);
      expect(longest, 'ms in which the server answered nobody').toBeLessThan(2000);
      expect(most / 1024 / 1024, 'MB above quiet').toBeLessThan(500);
      // What nobody names in the first is never unpacked, so it may be taken; the others are refused.
      expect(answers.slice(1).map(({ body }) => body.code)).toEqual(Array.from({ length: 7 }, () => 'FILE_SIZE'));
    });

  test('one file of an account is looked at at a time, and the second save says so', async () => {
    const me = await person();
    const [first, second] = await Promise.all([save(me, {}, { pan_card: pdf() }), save(me, {}, { pan_card: pdf() })]);
    const codes = [first, second].map(({ body }) => body.code ?? 'saved').toSorted();
    expect(codes).toEqual(['RETRY', 'saved']);
    expect([first, second].find(({ body }) => body.code)!.body.validation).toBe('Your last file is still being looked at. Try again in a moment.');
    expect((await save(me, {}, { pan_card: pdf() })).body.status).toBe(true);
  });

  test('a PAN is stored sealed and shown masked; no whole Aadhaar number is ever taken', async () => {
    const me = await person();
    expect((await save(me, { pan_card_number: 'ABCPE1234F', aadhar_last4: '7058' })).body.data.profile_data).toMatchObject({
      pan_card_number: 'ABCxxxx34F',
      aadhar_card_number: 'xxxx xxxx 7058',
    });
    const whole = await save(me, { about_us: 'reach me, aadhaar 9999 4105 7058' });
    expect(whole.body.problems).toEqual([{ path: 'about_us', message: expect.stringContaining('whole Aadhaar number') }]);
    expect((await save(me, { aadhar_last4: '999941057058' })).body).toMatchObject({ status: false });
    const rows = JSON.stringify(await site.db.selectFrom('kyc_numbers').selectAll().execute());
    expect(rows).not.toContain('ABCPE1234F');
  });

  test('a number somebody wrote down first keeps nobody out and tells nobody; the reviewers see all claims, and one of them is proven', async () => {
    const [squatter, owner, stranger] = [await person(), await person(), await person()];
    const numbers = { pan_card_number: 'ABCPR5678K', sebi_regi_number: 'INH888877771', sebi_valid_to: '2029-03-31', nism_expiry: '2028-03-31' };
    const said = [];
    for (const each of [squatter, owner]) {
      await save(each, { profession: 'Analyst' });
      const { body } = await save(each, numbers, { pan_card: await png(), sebi_certificate: pdf() });
      said.push({ code: body.code, status: body.status, pan: body.data?.profile_data.pan_card_number, sebi: body.data?.profile_data.sebi_regi_number });
    }
    expect(said[1], 'the second hears what the first heard').toEqual(said[0]);
    expect(said[0]).toMatchObject({ status: true, pan: 'ABCxxxx78K' });

    const admins = await twoAdmins();
    const shown = async (of: Person, type: string): Promise<ReviewedDocument> =>
      (await admins[0]!.browser.get('/admin/v1/kyc_queue', admins[0]!.bearer)).body.data.documents.find(
        (each: ReviewedDocument) => each.user_id === of.user_id && each.type === type,
      );
    const decide = (admin: Person, document: Shown, decision: string) => decideOn(admin, document, decision, 'This is not their card.');
    for (const type of ['pan_card', 'sebi_certificate']) {
      const mine = await shown(owner, type);
      expect(mine.same_number).toEqual([{ user_id: squatter.user_id, full_name: 'Asha Rao', proven: false }]);
      for (const admin of admins) expect((await decide(admin, mine, 'verify')).status).toBe(true);
      const theirs = await shown(squatter, type);
      expect(theirs.same_number).toEqual([{ user_id: owner.user_id, full_name: 'Asha Rao', proven: true }]);
      expect(await decide(admins[0]!, theirs, 'verify')).toMatchObject({ status: false, code: 'NUMBER_PROVEN' });
      for (const admin of admins) expect((await decide(admin, theirs, 'reject')).status).toBe(true);
    }
    // Proven or not: whoever asks by entering it hears the same.
    await save(stranger, { profession: 'Analyst' });
    expect((await save(stranger, numbers)).body).toMatchObject({ status: true, data: { profile_data: { pan_card_number: 'ABCxxxx78K' } } });
  });

  test('two claims verified at the same moment: one is proven', async () => {
    const pair = [await person(), await person()];
    for (const each of pair) await save(each, { pan_card_number: 'ABCPS5678L' }, { pan_card: await png() });
    const admins = await twoAdmins();
    const { documents } = (await admins[0]!.browser.get('/admin/v1/kyc_queue', admins[0]!.bearer)).body.data;
    const shown = pair.map(({ user_id }): Shown => documents.find((each: ReviewedDocument) => each.user_id === user_id));
    const verify = (admin: Person) => Promise.all(shown.map((each) => decideOn(admin, each, 'verify')));
    await verify(admins[0]!);
    expect((await verify(admins[1]!)).map(({ code, data }) => code ?? data.outcome).toSorted()).toEqual(['NUMBER_PROVEN', 'done']);
  });

  test('a number that was proven changes only with a new document, also before the whole review is over; under review it starts again', async () => {
    const me = await person();
    await save(me, { profession: 'Analyst' });
    const numbers = { pan_card_number: 'ABCPT5678M', sebi_regi_number: 'INH888866661', sebi_valid_to: '2029-03-31', nism_expiry: '2028-03-31' };
    await save(me, numbers, { pan_card: await png(), sebi_certificate: pdf() });
    const admins = await twoAdmins();
    const verify = async (admin: Person) => {
      const outcomes = [];
      for (const each of await queueOf(admin, me)) outcomes.push((await decideOn(admin, each, 'verify')).data.outcome);
      return outcomes;
    };
    await verify(admins[0]!);
    await save(me, { pan_card_number: 'ABCPT5678N', sebi_regi_number: 'INH888866662' });
    expect(await verify(admins[1]!), 'the first admin saw other numbers').toEqual(['waiting', 'waiting']);
    expect(await verify(admins[0]!)).toEqual(['done', 'done']);
    expect((await save(me, { pan_card_number: 'ABCPT5678P' })).body.problems).toEqual([{ path: 'pan_card', message: expect.any(String) }]);
    expect((await save(me, { sebi_regi_number: 'INH888866663' })).body.problems).toEqual([{ path: 'sebi_certificate', message: expect.any(String) }]);
    expect((await save(me, { pan_card_number: 'ABCPT5678P' }, { pan_card: await png() })).body.data.profile_data.pan_card_status).toBe('Pending');
  });

  test('a number changed while two admins decide on the one before needs its own document: what they did not see is never verified', async () => {
    const me = await person();
    await save(me, { profession: 'Analyst' });
    const image = await png();
    const numbers = { pan_card_number: 'ABCPT9999M', sebi_regi_number: 'INH111111111', sebi_valid_to: '2029-03-31', nism_expiry: '2028-03-31' };
    await save(me, numbers, { pan_card: image, aadhar_card: image, sebi_certificate: pdf() });
    const [first, second] = await twoAdmins();
    const documents = await queueOf(first!, me);
    const verify = async (admin: Person, document: Shown) => (await decideOn(admin, document, 'verify')).data?.outcome;
    for (const each of documents) expect(await verify(first!, each)).toBe('waiting');
    // The second admin decides while the new picture is looked at.
    const outcomes: unknown[] = [];
    const { make } = site.platform.safeCopies;
    const looks = vi.spyOn(site.platform.safeCopies, 'make').mockImplementationOnce(async (...given) => {
      for (const each of documents) outcomes.push(await verify(second!, each));
      return make(...given);
    });
    const saved = await save(me, { pan_card_number: 'ABCPT0000Z', sebi_regi_number: 'INH222222222' }, { picture: image });
    looks.mockRestore();
    expect(outcomes).toEqual(['done', 'done', 'done']);
    expect(saved.body).toMatchObject({ status: false, code: 'BAD_REQUEST' });
    const { profile_data } = await read(me);
    expect(profile_data).toMatchObject({ pan_card_number: 'ABCxxxx99M', pan_card_status: 'Verified', sebi_regi_number: 'INH111111111' });
    expect(await site.identity.expert(me.user_id)).toMatchObject({ status: 'verified', reg_no: 'INH111111111' });
  });

  test('a decision on what has changed since it was shown is refused, and nothing is decided', async () => {
    const me = await person();
    await save(me, { profession: 'Analyst' });
    const numbers = { pan_card_number: 'ABCPU5678M', aadhar_last4: '7058', sebi_regi_number: 'INH888855551', sebi_valid_to: '2029-03-31' };
    const image = await png();
    const files = { pan_card: image, aadhar_card: image, sebi_certificate: pdf(), nism_certificate: pdf() };
    await save(me, { ...numbers, nism_expiry: '2028-03-31' }, files);
    const [first, second] = await twoAdmins();
    const changes: [what: string, fields: Record<string, string>, files: Record<string, Uint8Array>][] = [
      ['pan_card', {}, { pan_card: await png(41) }],
      // Shown masked, this is the same number.
      ['pan_card', { pan_card_number: 'ABCPU9978M' }, {}],
      ['pan_card', { full_name: 'Asha Menon' }, {}],
      ['aadhar_card', { aadhar_last4: '7059' }, {}],
      ['sebi_certificate', { sebi_regi_number: 'INH888855552' }, {}],
      ['sebi_certificate', { sebi_valid_to: '2098-12-31' }, {}],
      ['nism_certificate', { nism_expiry: '2098-12-31' }, {}],
    ];
    for (const [type, fields, newFiles] of changes) {
      const shown = async (admin: Person) => (await queueOf(admin, me)).find((each) => each.type === type)!;
      expect((await decideOn(first!, await shown(first!), 'verify')).data).toEqual({ outcome: 'waiting' });
      const seen = await shown(second!);
      await save(me, fields, newFiles);
      expect(await decideOn(second!, seen, 'verify'), JSON.stringify(fields)).toMatchObject({ status: false, code: 'DOCUMENT_CHANGED' });
      expect(await decideOn(second!, seen, 'reject', 'It can’t be read at all.')).toMatchObject({ code: 'DOCUMENT_CHANGED' });
      expect((await shown(second!)).first, 'nobody has decided on this').toBeNull();
    }
    expect((await read(me)).profile_data).toMatchObject({ pan_card_status: 'Pending', sebi_certificate_status: 'Pending', nism_certificate_status: 'Pending' });
    const [settled] = await queueOf(first!, me);
    for (const admin of [first!, second!]) await decideOn(admin, settled!, 'verify');
    expect(await decideOn(first!, settled!, 'verify'), 'settled meanwhile').toMatchObject({ code: 'DOCUMENT_CHANGED' });
  });

  test('a certificate that was verified before the registration changes only with a new one', async () => {
    const me = await person();
    await save(me, { profession: 'Analyst' });
    const details = { sebi_regi_number: 'INH888833331', sebi_valid_to: '2029-03-31', nism_no: 'NISM-7', nism_expiry: '2028-03-31' };
    await save(me, details, { sebi_certificate: pdf(), nism_certificate: pdf() });
    const admins = await twoAdmins();
    const nism = async () => (await queueOf(admins[0]!, me)).find(({ type }) => type === 'nism_certificate')!;
    const shown = await nism();
    for (const admin of admins) await decideOn(admin, shown, 'verify');
    for (const renewed of [{ nism_expiry: '2098-12-31' }, { nism_no: 'NISM-8' }] as Record<string, string>[])
      expect((await save(me, renewed)).body.problems, JSON.stringify(renewed)).toEqual([{ path: 'nism_certificate', message: expect.any(String) }]);
    // What nobody has verified yet is still its owner's to correct.
    expect((await save(me, { sebi_valid_to: '2030-03-31' })).body.status).toBe(true);
    expect((await save(me, { nism_expiry: '2031-03-31' }, { nism_certificate: pdf() })).body.status).toBe(true);
    expect((await read(me)).profile_data.nism_certificate_status).toBe('Pending');
  });

  test('a verified name changes only with the certificate that shows the new one, and its review begins again', async () => {
    const me = await person();
    await save(me, { profession: 'Analyst' });
    const details = { aadhar_last4: '7058', sebi_regi_number: 'INH888844441', sebi_valid_to: '2029-03-31', nism_expiry: '2028-03-31' };
    const image = await png();
    await save(me, details, { pan_card: image, aadhar_card: image, sebi_certificate: pdf() });
    const admins = await twoAdmins();
    const verifyAll = async () => {
      for (const admin of admins) for (const each of await queueOf(admin, me)) await decideOn(admin, each, 'verify');
    };
    await verifyAll();
    expect(await site.identity.expert(me.user_id)).toMatchObject({ verified: true, full_name: 'Asha Rao' });

    const message = 'Add the SEBI certificate that shows your new name. It is reviewed again.';
    expect((await save(me, { full_name: 'Rakesh Famous' })).body).toMatchObject({
      status: false,
      validation: message,
      problems: [{ path: 'sebi_certificate' }],
    });
    expect((await save(me, { aadhar_last4: '1111' })).body.problems).toEqual([{ path: 'aadhar_card', message: expect.any(String) }]);
    expect(await site.identity.expert(me.user_id)).toMatchObject({ verified: true, full_name: 'Asha Rao' });
    expect((await save(me, { full_name: 'Asha Rao', address: 'Pune', aadhar_last4: '7058' })).body.status, 'the same name is no change').toBe(true);

    expect((await save(me, { full_name: 'Asha Menon' }, { sebi_certificate: pdf() })).body.status).toBe(true);
    expect(await site.identity.expert(me.user_id)).toMatchObject({ verified: false, full_name: 'Asha Rao' });
    expect((await queueOf(admins[0]!, me)).map(({ type, full_name }) => [type, full_name])).toEqual([['sebi_certificate', 'Asha Menon']]);
    await verifyAll();
    expect(await site.identity.expert(me.user_id)).toMatchObject({ verified: true, full_name: 'Asha Menon' });
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

    const queue = (admin: Person) => queueOf(admin, me);
    const decide = (admin: Person, document: Shown) => decideOn(admin, document, 'verify');
    expect((await me.browser.get('/admin/v1/kyc_queue', me.bearer)).http).toBe(403);
    const documents = await queue(first);
    expect(documents).toHaveLength(3);

    const certificate = documents.find(({ type }) => type === 'sebi_certificate')!;
    const opened = await fetched(certificate.link, first.browser.cookie);
    expect(opened.rawPayload.toString('latin1')).toMatch(/^%PDF-.*\/Image/s);
    expect(opened.headers['content-disposition']).toContain('attachment');
    expect(opened.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    for (const cookie of ['', me.browser.cookie, second.browser.cookie])
      expect((await fetched(certificate.link, cookie)).statusCode, 'the link alone opens nothing').toBe(404);
    expect((await fetched(certificate.link.replace(/until=\d/, 'until=9'), first.browser.cookie)).statusCode).toBe(404);
    const { sealed } = await site.db.selectFrom('kyc_documents').select('sealed').where('id', '=', certificate.id).executeTakeFirstOrThrow();
    expect(sealed.includes('%PDF-')).toBe(false);

    for (const each of documents) {
      expect((await decide(first, each)).data).toEqual({ outcome: 'waiting' });
      expect((await decide(first, each)).data, 'one alone can’t decide').toEqual({ outcome: 'waiting' });
    }
    expect((await read(me)).profile_data.pan_card_status).toBe('Pending');
    for (const each of documents) expect((await decide(second, each)).data).toEqual({ outcome: 'done' });
    expect((await read(me)).profile_data).toMatchObject({ mark_as_verified_user: true, sebi_certificate_status: 'Verified' });
    expect(await site.identity.expert(me.user_id)).toMatchObject({ status: 'verified', verified: true });
    expect((await save(me, { profession: 'Broker' })).body.code, 'a verified profession stays').toBe('PROFESSION_FIXED');
    expect((await save(me, { sebi_regi_number: 'INH888800002' })).body.problems).toEqual([{ path: 'sebi_certificate', message: expect.any(String) }]);
    for (const renewed of [{ nism_expiry: '2098-12-31' }, { nism_no: 'NISM-2' }] as Record<string, string>[])
      expect((await save(me, renewed)).body.problems, 'nobody renews himself').toEqual([{ path: 'nism_certificate', message: expect.any(String) }]);
    await save(me, { nism_expiry: '2031-03-31' }, { nism_certificate: pdf() });
    expect((await site.identity.expert(me.user_id))?.status, 'until it was looked at').toBe('pending');
    for (const admin of [first, second]) for (const each of await queue(admin)) await decide(admin, each);
    expect((await site.identity.expert(me.user_id))?.status).toBe('verified');
    site.clock.forward(4 * 60_000);
    expect((await fetched(certificate.link, first.browser.cookie)).statusCode).toBe(200);
    site.clock.forward(60_000 + 1);
    expect((await fetched(certificate.link, first.browser.cookie)).statusCode, 'the link is over').toBe(404);
  });

  test('while new papers are under review, the page, the register and the record have the name, number and days that were last accepted', async () => {
    const me = await person();
    const verifyAll = async () => {
      for (const admin of await twoAdmins()) for (const each of await queueOf(admin, me)) await decideOn(admin, each, 'verify');
    };
    await save(me, { profession: 'Analyst' });
    const image = await png();
    const documents = { pan_card: image, aadhar_card: image, sebi_certificate: pdf(), nism_certificate: pdf() };
    const accepted = { full_name: 'Asha Rao', reg_no: 'INH888800011', valid_to: '2029-03-31', nism_expiry: '2028-03-31' };
    await save(me, { sebi_regi_number: 'INH888800011', sebi_valid_to: '2029-03-31', nism_no: 'NISM-11', nism_expiry: '2028-03-31' }, documents);
    await verifyAll();
    expect(await site.identity.expert(me.user_id)).toMatchObject({ ...accepted, status: 'verified' });
    const entry = async () => (await site.identity.entries(site.db, [me.user_id])).get(me.user_id);
    const before = await entry();

    const since = '2026-11-20T03:00:00.000Z';
    site.identity.knowReviews(async (user_ids) => new Map(user_ids.map((user_id) => [user_id, since])));
    const registered = async () => (await site.browser().get('/experts/v1/register')).body.data.experts.find((one: Person) => one.user_id === me.user_id);
    const change = { full_name: 'Asha Nair', sebi_regi_number: 'INH888800012', sebi_valid_to: '2033-03-31', nism_no: 'NISM-12', nism_expiry: '2032-03-31' };
    const stillAccepted = async () => {
      expect(await site.identity.expert(me.user_id)).toMatchObject({ ...accepted, verified: false, review_since: since });
      expect(await registered()).toMatchObject({ ...accepted, state: 'review', review_since: since });
      expect(await entry()).toEqual({ ...before, standing: 'review' });
    };
    expect((await save(me, change, documents)).body.status).toBe(true);
    await stillAccepted();
    // The expert and the reviewers see what is to be looked at.
    expect((await read(me)).profile_data).toMatchObject({ full_name: 'Asha Nair', sebi_regi_number: 'INH888800012' });
    const admins = await twoAdmins();
    for (const admin of admins)
      for (const each of await queueOf(admin, me)) await decideOn(admin, each, each.type === 'pan_card' ? 'reject' : 'verify', 'The card has another name.');
    expect((await read(me)).profile_data.pan_card_status).toBe('Rejected');
    await stillAccepted();

    await save(me, {}, { pan_card: image });
    await verifyAll();
    site.identity.knowReviews(async () => new Map());
    const renewed = { full_name: 'Asha Nair', reg_no: 'INH888800012', valid_to: '2033-03-31', nism_expiry: '2032-03-31' };
    expect(await site.identity.expert(me.user_id)).toMatchObject({ ...renewed, verified: true });
    expect(await registered()).toMatchObject({ ...renewed, state: 'verified' });
    expect(await entry()).toMatchObject({ name: 'Asha Nair', reg_no: 'INH888800012', standing: 'registered' });
  });

  test('the demo’s review has an expert who waits and one who was refused; two admins can do it, and the pictures open', async () => {
    const browser = site.browser();
    const signIn = async (email: string) => (await browser.post('/auth/v1/sign_in', signInBody(email))).body.data.token as string;
    const [first, second] = [await signIn('admin@vimarsh.example.com'), await signIn('operations@vimarsh.example.com')];
    const waiting = async (bearer: string) =>
      (await site.browser().get('/admin/v1/kyc_queue', bearer)).body.data.documents.filter((each: { user_id: string }) => each.user_id === 'exp_13');
    expect((await waiting(first)).map(({ type, number_masked, reg_no }: ReviewedDocument) => [type, number_masked, reg_no])).toEqual([
      ['pan_card', 'ZZZxxxx13Z', 'INH999900013'],
      ['sebi_certificate', '', 'INH999900013'],
      ['nism_certificate', '', 'INH999900013'],
    ]);
    const [{ link }] = await waiting(second);
    expect(await new Transformer((await fetched(link, browser.cookie)).rawPayload).metadata()).toMatchObject({ format: 'jpeg' });
    const ended = await browser.post('/auth/v1/sign_out', { refresh_token: '' }, second);
    expect(ended.body.status).toBe(true);
    expect((await fetched(link, browser.cookie)).statusCode, 'the session has ended, and its links with it').toBe(404);
    const refused = (await site.browser().get('/auth/v1/kyc', await signIn('sana@experts.example.com'))).body.data.documents;
    expect(refused).toMatchObject([{ type: 'pan_card', status: 'Rejected', reason: expect.stringContaining('can’t be read') }]);
  });

  test('a reviewer who loses the right opens no document any more, by links of before and in the same session', async () => {
    const [me, admin] = [await person(), (await twoAdmins())[1]!];
    await save(me, {}, { pan_card: await png() });
    const link = await linkOf(admin, me);
    const opens = async () => (await fetched(link, admin.browser.cookie)).statusCode;
    /** A change of one's profile has the server look at one's standing anew. */
    const proven = async (email_verified: boolean) => {
      await site.db.updateTable('users').set({ email_verified }).where('email', '=', 'operations@vimarsh.example.com').execute();
      expect((await save(admin, { city: 'Pune' })).http).toBe(200);
    };
    expect(await opens()).toBe(200);
    await proven(false);
    const refused = await opens();
    await proven(true);
    expect(refused).toBe(404);
    expect(await opens(), 'the right is all that was missing').toBe(200);
  });

  test('documents of a closed account wait in no queue and are not counted in it', async () => {
    const [me, admin] = [await person(), (await twoAdmins())[0]!];
    const queue = async () => (await admin.browser.get('/admin/v1/kyc_queue', admin.bearer)).body.data;
    await save(me, {}, { pan_card: await png() });
    const before = await queue();
    expect(before.documents.some(({ user_id }: ReviewedDocument) => user_id === me.user_id)).toBe(true);
    const stands = (status: 'active' | 'closed') => site.db.updateTable('users').set({ status }).where('id', '=', me.user_id).execute();
    await stands('closed');
    const after = await queue();
    await stands('active');
    expect(after.documents.some(({ user_id }: ReviewedDocument) => user_id === me.user_id)).toBe(false);
    expect(after.waiting).toBe(before.waiting - 1);
  });

  test('a rejection needs a reason, which the owner reads, and a second admin; disagreement starts anew; own documents are nobody’s to decide', async () => {
    const me = await person();
    const first = await person({ email: 'support@vimarsh.example.com' });
    const second = await person({ email: 'security@vimarsh.example.com' });
    await save(me, {}, { pan_card: await png() });
    await save(first, {}, { pan_card: await png() });
    const decide = async (admin: Person, owner: Person, decision: string, reason = '') => decideOn(admin, (await queueOf(admin, owner))[0]!, decision, reason);
    expect(await decide(first, first, 'verify')).toMatchObject({ code: 'OWN_DOCUMENT' });
    expect(await decide(first, me, 'reject', 'no')).toMatchObject({ status: false, validation: REASON_WANTED, problems: [{ path: 'reason' }] });
    expect((await decide(first, me, 'reject', 'The name can’t be read.')).data).toEqual({ outcome: 'waiting' });
    expect((await decide(second, me, 'verify')).data).toEqual({ outcome: 'disagreed' });
    expect((await decide(first, me, 'reject', 'The name can’t be read.')).data).toEqual({ outcome: 'waiting' });
    expect(
      reviewed.filter((news) => news.startsWith(me.user_id)),
      'no event before it is decided',
    ).toEqual([]);
    expect((await decide(second, me, 'reject', 'The same for me: unreadable.')).data).toEqual({ outcome: 'done' });
    expect(reviewed.filter((news) => news.startsWith(me.user_id))).toEqual([`${me.user_id} pan_card Rejected`]);
    const { documents } = (await me.browser.get('/auth/v1/kyc', me.bearer)).body.data;
    expect(documents).toMatchObject([{ type: 'pan_card', status: 'Rejected', reason: 'The name can’t be read.' }]);
    await save(me, {}, { pan_card: await png() });
    expect((await read(me)).profile_data.pan_card_status).toBe('Pending');
  });
});
