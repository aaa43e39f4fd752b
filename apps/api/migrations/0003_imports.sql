-- One row a file that a person imported. Its line moves in the transaction that stores the documents before it,
-- so a killed import goes on after the last acknowledged line.

create table import_file (
  id text primary key,
  -- of who began it; null is the installation's own, of the command line and its service client
  organization_id text,
  name text not null,
  sha256 text not null,
  bytes bigint not null,
  resume_line integer not null default 0,
  stored integer not null default 0,
  duplicates integer not null default 0,
  rejected integer not null default 0,
  -- rejected lines are kept up to a bound; how many are is remembered, so that nothing has to be counted
  kept_rejections integer not null default 0,
  state text not null check (state in ('running', 'finished')),
  started_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz
);
create unique index import_file_bytes on import_file (coalesce(organization_id, ''), sha256);

create table import_rejection (
  import_id text not null,
  line integer not null,
  reason text not null,
  primary key (import_id, line)
);
