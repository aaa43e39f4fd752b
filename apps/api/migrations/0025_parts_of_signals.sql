-- When a part of a signal (some of its days, an entity) was opened last. Null for a question that somebody asked by itself, searched, saved or
-- watches: its report is kept. Reports of parts that nobody opens are deleted.
alter table signal add column part_opened_at timestamptz;
create index signal_part_opened on signal (part_opened_at) where part_opened_at is not null;
