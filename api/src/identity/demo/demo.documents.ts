import { Transformer } from '@napi-rs/image';
import type { KycType } from '@vimarsh/shared/contract/profile/types.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import type { Sealing } from '../../platform/access/sealing.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { after, DAY, HOUR } from '../clock.ts';
import { keepConsentOnce } from '../consents/consent.store.ts';
import { maskedPan, showStatus, submitDocument } from '../kyc/kyc.store.ts';
import { DEMO_EXPERTS, type DemoExpert } from './demo.experts.ts';

const TITLES: Readonly<Record<KycType, string>> = {
  pan_card: 'Permanent account number',
  aadhar_card: 'Masked Aadhaar',
  sebi_certificate: 'Certificate of registration',
  nism_certificate: 'NISM certificate, series XV',
};
/** Of a form that no tax office gives out. */
const PANS: Readonly<Record<string, string>> = { exp_13: 'ZZZPT9013Z', exp_14: 'ZZZPQ9014Z' };
const REFUSAL = 'The name on the card can’t be read. Take the picture in better light.';

interface Submission {
  expert: DemoExpert;
  types: readonly KycType[];
  sent: Date;
}

/** What the review of documents has to do in the demo: one expert waits, one was refused. */
export async function seedDemoDocuments(tx: IdentityDb, sealing: Sealing, { admins, now }: { admins: readonly [string, string]; now: Date }): Promise<void> {
  const waiting: Submission = { expert: expertOf('exp_13'), types: ['pan_card', 'sebi_certificate', 'nism_certificate'], sent: after(now, -20 * HOUR) };
  const refused: Submission = { expert: expertOf('exp_14'), types: ['pan_card'], sent: after(now, -3 * DAY) };
  for (const { expert, types, sent } of [waiting, refused]) {
    const user_id = expert.id;
    const pan = PANS[user_id]!;
    await keepConsentOnce(tx, { user_id, kind: 'documents', words: CONSENT_WORDS.documents }, { site: BRAND_TITLE, ip: '', now: sent });
    await tx
      .updateTable('profiles')
      .set({ pan_card_number: maskedPan(pan) })
      .where('user_id', '=', user_id)
      .execute();
    for (const type of types) {
      const bytes = await specimen([TITLES[type], expert.full_name, type === 'pan_card' ? pan : expert.reg_no]);
      const id = await submitDocument(tx, { user_id, type, media_type: 'image/jpeg', bytes, sealing, now: sent });
      if (expert !== refused.expert) continue;
      const [first_reviewer, second_reviewer] = admins;
      const decision = { first_reviewer, first_decision: 'reject' as const, first_reason: REFUSAL, first_at: after(sent, HOUR), second_reviewer };
      await tx
        .updateTable('kyc_documents')
        .set({ status: 'Rejected', reason: REFUSAL, decided_at: after(sent, 2 * HOUR), ...decision })
        .where('id', '=', id)
        .execute();
      await showStatus(tx, user_id, type, 'Rejected');
    }
  }
}

const expertOf = (id: string): DemoExpert => DEMO_EXPERTS.find((expert) => expert.id === id)!;

/** A picture that can’t be taken for a real document. */
function specimen(lines: readonly string[]): Promise<Buffer> {
  const text = lines.map((line, at) => `<text x="48" y="${150 + at * 56}" font-size="30" fill="#1c2733">${line}</text>`).join('');
  return Transformer.fromSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="440" font-family="sans-serif"><rect width="720" height="440" fill="#eef2f7"/><rect width="720" height="72" fill="#2b4da1"/><text x="48" y="46" font-size="26" fill="#fff">SPECIMEN: simulated, not a document</text>${text}<rect x="560" y="300" width="112" height="96" fill="#c3ccd8"/></svg>`,
  ).jpeg(85);
}
