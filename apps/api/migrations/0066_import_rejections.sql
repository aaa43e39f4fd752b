-- Rejected lines are kept up to a bound for each import; how many are is remembered, so that nothing has to be counted.
alter table import_file add column kept_rejections integer not null default 0;
delete from import_rejection where (import_id, line) in (
  select import_id, line from (
    select import_id, line, row_number() over (partition by import_id order by line) as place from import_rejection
  ) as numbered where place > 1000);
update import_rejection set reason = left(reason, 300) where length(reason) > 300;
update import_file f set kept_rejections = (select count(*) from import_rejection r where r.import_id = f.id);

-- Imports belong to the organization of who began them; null is the installation's own, of the command line and its service client.
alter table import_file add column organization_id text;
alter table import_file drop constraint import_file_sha256_key;
create unique index import_file_bytes on import_file (coalesce(organization_id, ''), sha256);
