-- A PAN or a registration number that is only written down is nobody's yet: several accounts may give it, and the review of
-- their documents tells whose it is (kyc/claims.ts).
alter table kyc_numbers drop constraint kyc_numbers_partner_key_blind_index_key;
create index kyc_numbers_claims on kyc_numbers (partner_key, blind_index);
alter table expert_registrations drop constraint expert_registrations_reg_no_key;
create index expert_registrations_claims on expert_registrations (reg_no);
