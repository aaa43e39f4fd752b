-- An import that ended badly says so, with its reason, and counts the duplicates whose text is not that of the stored document.

alter table import_file drop constraint import_file_state_check;
alter table import_file add constraint import_file_state_check check (state in ('running', 'failed', 'finished'));
alter table import_file add column failure text;
alter table import_file add column differing integer not null default 0;
-- the first of them, with both titles: [{"line", "nativeId", "title", "storedTitle"}]
alter table import_file add column differences jsonb not null default '[]';
