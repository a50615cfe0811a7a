-- That somebody was told how many lose in derivatives is kept with what they agreed to.
alter table consents drop constraint consents_kind_check;
alter table consents add constraint consents_kind_check check (kind in ('terms', 'documents', 'research_messages', 'derivatives_risk'));
