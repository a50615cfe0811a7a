import type { Profession, Profile } from '@vimarsh/shared/contract/identity/types.ts';

const EMPTY = Object.fromEntries(
  'full_name first_name last_name email mobile address about_us company sebi_regi_number institute_name gst_number website gmail facebook linkedin telegram youtube sebi_certificate_status pan_card_status aadhar_card_status nism_certificate_status pan_card_number aadhar_card_number risk_category broker_registration_no dealer_of picture cover_image utm_source source'
    .split(' ')
    .map((name) => [name, '']),
);
/** A profile with only a name, contacts and what the test adds. */
export const profileOf = (profession: Profession, more: object = {}): Profile =>
  ({
    user_data: { roles: [profession], username: 'a@b.co', user_id: 'u1', is_admin: false },
    profile_data: {
      ...EMPTY,
      full_name: 'Asha Rao',
      email: 'a@b.co',
      email_verified: true,
      mobile: '9876543210',
      mobile_verified: true,
      profession,
      reco_count: 0,
      has_recommendation: false,
      is_active_ra: false,
      mark_as_verified_user: false,
      ask_password_for_change: false,
      rank: null,
      ...more,
    },
    sub_plan_data: null,
    publisher_plan_data: null,
    chat_plan_data: null,
    last_seen: '',
  }) as Profile;
