import { css } from '@emotion/react';
import { PROFESSIONS, type Profession, type ProfileData } from '@vimarsh/shared/contract/identity/types.ts';
import type { KycDocument, ProfileFile } from '@vimarsh/shared/contract/profile/types.ts';
import { AUDIENCES } from '@vimarsh/shared/domain/access/audiences.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { DOCUMENT_NAMES, proofOfName } from '@vimarsh/shared/domain/people/review.ts';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { SelectField, TextArea, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formCss } from '../login/form.css.ts';
import { shownEmail } from './after-save.ts';
import { FileField, limitOf } from './file-field.tsx';
import { ADDRESS, documentsFor, EXPERT_FIELDS, type FieldSpec, keptValue, NAME } from './profile-fields.ts';
import type { Fields, Files } from './profile-save.machine.ts';

const groupCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  margin: 0;
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & > legend {
    float: left;
    padding: 0;
    font-weight: 600;
  }
  & > legend + * {
    clear: both;
  }
  @media (min-width: 880px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    & > [data-wide],
    & > legend + * {
      grid-column: 1 / -1;
    }
  }
`;
const pictureCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-16);
`;

/** Level with the fields, which have their labels above them. */
const levelWithFieldCss = css`
  @media (min-width: 880px) {
    margin-top: calc(1.45 * var(--t-13) + var(--s-4));
  }
`;

interface Props {
  step: 1 | 2;
  profile: ProfileData;
  documents: readonly KycDocument[];
  registration: { reg_no: string; valid_to: string; nism_no: string; nism_expiry: string } | null;
  files: Files;
  /** By field. */
  errors: Fields;
  /** Why the last saving failed, where that concerns no field. */
  failure: string;
  saving: boolean;
  onFile: (field: ProfileFile, file: File | null) => void;
  /** The changed values, and the required fields that are empty. */
  onSave: (fields: Fields, missing: readonly string[]) => void;
  onBecomeExpert: () => void;
  /** Something was typed or chosen. */
  onChange: () => void;
}

/** One step of the profile. Only changed values are sent. */
export function ProfileForm({ step, profile, documents, registration, files, errors, failure, saving, onFile, onSave, onBecomeExpert, onChange }: Props) {
  const [typed, setTyped] = useState<Fields>({});
  const [tooLarge, setTooLarge] = useState<Fields>({});
  const { profession } = profile;
  const expert = AUDIENCES.experts(profile);
  const storedValue = (name: string) => keptValue(name, profile, registration);
  const value = (name: string) => typed[name] ?? storedValue(name);
  const nameProof = proofOfName(profile);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (saving) return;
    const changed = Object.fromEntries(Object.entries(typed).filter(([name, text]) => text.trim() !== storedValue(name)));
    const missing = step === 1 && value('full_name').trim() === '' ? ['full_name'] : [];
    onSave(changed, missing);
  }
  const choose = (name: ProfileFile, file: File | null) => {
    const tooMuch = file !== null && file.size > limitOf(name);
    const { [name]: _removed, ...others } = tooLarge;
    setTooLarge(tooMuch ? { ...others, [name]: `This file is larger than ${limitOf(name) / 1024 / 1024} MB. Choose a smaller one.` } : others);
    onFile(name, tooMuch ? null : file);
  };
  const field = ({ name, label, hint, kind, required, ...rest }: FieldSpec, upper = false): ReactNode => {
    const props = {
      name,
      label,
      hint,
      // Browsers should not store or offer document numbers and the like.
      autoComplete: 'off',
      ...rest,
      value: value(name),
      readOnly: saving,
      error: errors[name],
      ...(required && { 'aria-required': true }),
    };
    const set = (text: string) => {
      setTyped({ ...typed, [name]: upper ? text.toUpperCase() : text });
      // With the old name back, the field of its proof is gone, and nobody sees what would be sent.
      if (name === NAME.name && nameProof && text.trim() === profile.full_name) choose(nameProof, null);
    };
    return kind === 'area' ? (
      <div key={name} data-wide>
        <TextArea {...props} onChange={(event) => set(event.target.value)} />
      </div>
    ) : (
      <TextField key={name} {...props} {...(kind === 'date' && { type: 'date' })} onChange={(event) => set(event.target.value)} />
    );
  };
  const fileField = (name: ProfileFile, label: string, hint: string, status?: string) => (
    <FileField
      field={name}
      label={label}
      hint={hint}
      file={files[name]}
      error={tooLarge[name] ?? errors[name] ?? ''}
      disabled={saving}
      onFile={(file) => choose(name, file)}
      {...(status !== undefined && { status })}
      document={documents.find(({ type }) => type === name)}
    />
  );

  const email = shownEmail(profile);
  const renamed = value('full_name').trim() !== profile.full_name;
  const { documents: needed, extra } = documentsFor(profession);
  return (
    <form css={formCss} onSubmit={submit} onChange={onChange} noValidate aria-label={step === 1 ? 'Personal details' : 'Verification'}>
      {step === 1 ? (
        <>
          <fieldset css={groupCss}>
            <legend>You</legend>
            <div css={pictureCss}>
              <Avatar name={profile.full_name} picture={profile.picture} size={56} />
              {fileField('picture', 'Picture', 'JPEG, PNG or WebP of at most 2 MB')}
            </div>
            {field({ ...NAME, ...(nameProof && { hint: `Verified. To change your name, add the ${DOCUMENT_NAMES[nameProof]} that shows the new one.` }) })}
            {nameProof && renamed && (
              <div data-wide>
                {fileField(nameProof, `${DOCUMENT_NAMES[nameProof]} with the new name`, 'It is reviewed again. Until then you are not shown as verified.')}
              </div>
            )}
            {email && (
              <TextField
                label="E-mail"
                name="email"
                autoComplete="email"
                value={email}
                readOnly
                hint={profile.email_verified === true ? 'Verified' : 'Not verified'}
              />
            )}
            {profile.mobile && (
              <TextField
                label="Mobile number"
                name="mobile"
                autoComplete="tel"
                value={profile.mobile}
                readOnly
                hint={profile.mobile_verified === true ? 'Verified' : 'Not verified'}
              />
            )}
            {expert ? (
              <SelectField
                label="Profession"
                name="profession"
                autoComplete="off"
                options={PROFESSIONS.filter((one) => AUDIENCES.experts({ profession: one })).map((one) => ({ value: one, label: one }))}
                value={value('profession')}
                error={errors.profession}
                disabled={saving || profile.mark_as_verified_user}
                hint={profile.mark_as_verified_user ? 'Verified; it can’t be changed here.' : 'As your registration says'}
                onChange={(next) => setTyped({ ...typed, profession: next as Profession })}
              />
            ) : (
              <div css={levelWithFieldCss}>
                <Button onClick={onBecomeExpert}>Become a Market Expert</Button>
              </div>
            )}
            {field(ADDRESS)}
          </fieldset>
          {expert && (
            <fieldset css={groupCss}>
              <legend>Your work</legend>
              <div>{fileField('cover_image', 'Cover picture', 'JPEG, PNG or WebP of at most 2 MB')}</div>
              {EXPERT_FIELDS.map((spec) => field(spec, spec.name === 'gst_number'))}
            </fieldset>
          )}
        </>
      ) : (
        <>
          {profession === 'Market Expert' && <p>Choose your profession in step 1 to see which documents it needs.</p>}
          {needed.map(({ type, label, hint, status, fields }) => (
            <fieldset css={groupCss} key={type}>
              <legend>{label}</legend>
              <div>{fileField(type, `${label} file`, hint, profile[status])}</div>
              {fields.map((spec) =>
                field(
                  spec.name === 'pan_card_number' && profile.pan_card_number
                    ? { ...spec, hint: `On record: ${profile.pan_card_number}` }
                    : spec.name === 'aadhar_last4' && profile.aadhar_card_number
                      ? { ...spec, hint: `On record: ${profile.aadhar_card_number}` }
                      : spec,
                  spec.name === 'pan_card_number' || spec.name === 'sebi_regi_number',
                ),
              )}
            </fieldset>
          ))}
          {extra && (
            <fieldset css={groupCss}>
              <legend>{profession}</legend>
              {field(extra, extra.name === 'broker_registration_no')}
            </fieldset>
          )}
        </>
      )}
      {step === 2 && <p>{CONSENT_WORDS.documents}.</p>}
      <Failure why={failure} />
      <div>
        <Button type="submit" kind="primary" busy={saving}>
          {step === 1 ? 'Save and continue' : 'Save documents'}
        </Button>
      </div>
    </form>
  );
}
