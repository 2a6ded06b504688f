-- SCHED-3: what a feed asks of its visitors (ttl, update period, hours and days to skip) stands in its document alone. Most
-- answers are "not modified" and bring none, so the last ones are kept.
alter table source_schedule add column wishes jsonb;
