-- Files that people asked for. The job and its file are in the database, so that any process can send what any other made,
-- and a file goes with its row. Files are thrown away seven days after they were made.
create table export (
  id text primary key,
  user_id text not null,
  kind text not null,
  item_id text not null,
  format text not null check (format in ('csv', 'jsonl', 'html', 'pdf', 'bundle')),
  status text not null check (status in ('queued', 'running', 'complete', 'failed')),
  file_name text not null,
  bytes bigint,
  reason text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz
);
create index export_waiting on export (created_at) where status in ('queued', 'running');
create index export_expiry on export (expires_at) where expires_at is not null;

create table export_chunk (
  export_id text not null references export (id) on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (export_id, position)
);
