-- Keys of brokers' apps (`pk_app_…`), whose pages have no origin that could be believed: each session needs a proof signed by
-- the broker's server. What proves it: public keys as JWK, each with its `kid`; two while one takes the other's place.
alter table access_keys add column proof_keys jsonb;
alter table access_keys add constraint access_keys_proof check ((key like 'pk\_app\_%') = (proof_keys is not null));
-- Every page can have an opaque origin, so it may open nothing without a proof.
alter table access_keys add constraint access_keys_opaque
  check (proof_keys is not null or not (origins @> '["null"]' or origins @> '["file://"]'));
