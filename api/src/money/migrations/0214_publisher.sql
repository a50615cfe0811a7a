-- The plan of experts, who publish by it. A partner without a price of its own for it sells it at this one.
alter table plan_offers drop constraint plan_offers_plan_check;
alter table plan_offers add constraint plan_offers_plan_check check (plan in ('Lite', 'Premium', 'Pro', 'Publisher'));
insert into plan_offers (site, plan, days, price_paise) values
  ('', 'Publisher', 30, 149900),
  ('', 'Publisher', 365, 1499900);
-- Version of the terms for experts that its buyer agreed to; '' with a plan of investors, whose buyer agreed to the most important terms.
alter table plan_orders add column terms_version text not null default '';
