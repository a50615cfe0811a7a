-- How many calls an expert has published is counted from the record where somebody may know it; the chain needs no number for it.
alter table expert_chains drop column calls;
