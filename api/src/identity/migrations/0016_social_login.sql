-- Sign-in with Google: OpenID Connect with PKCE, run by the server.

create table social_journeys (
  state_hash text primary key,
  partner_key text not null,
  device_hash text not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- An identity that was confirmed and waits for the sign-in of the same browser.
create table social_tickets (
  token_hash text primary key,
  partner_key text not null,
  device_hash text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  full_name text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table social_identities (
  partner_key text not null,
  issuer text not null,
  subject text not null,
  user_id text not null references users (id),
  linked_at timestamptz not null,
  primary key (partner_key, issuer, subject)
);
