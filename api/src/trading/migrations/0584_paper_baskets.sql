-- Baskets that wait on the paper broker's own page for its customer to confirm them. The page's address holds an id whose hash stands here.
create table paper_baskets (
  id_hash text primary key,
  client_id text not null,
  broker_id integer not null,
  -- Ours; goes back with the browser.
  basket_id text not null,
  -- The browser that asked for it.
  device_hash text not null,
  orders jsonb not null,
  -- Written into the page's form, so that no other page can send it.
  form_hash text not null default '',
  state text not null check (state in ('open', 'confirmed', 'left')),
  -- Real time: nobody confirms by prices of long ago.
  expires_at timestamptz not null
);
create index paper_baskets_expiry on paper_baskets (expires_at);
