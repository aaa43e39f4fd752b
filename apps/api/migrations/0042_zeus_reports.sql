-- Texts that people write with the assistant and keep (decision 0164). The row is the report as it is now; each change is a version
-- with the whole text, of which the newest hundred are kept.
create table zeus_report (
  id text primary key,
  -- null for people without an organization
  organization_id text,
  owner_id text not null,
  revision integer not null,
  -- no foreign key: a thread is deleted for good, and what was written from it stays
  thread_id text,
  title text not null,
  contents text not null,
  -- ["sig_…"]
  signal_ids jsonb not null,
  -- [{"timestamp", "role", "content"}], as the contract has them
  selected_messages jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- when it was deleted; it can be brought back until it is purged
  deleted_at timestamptz
);
create index zeus_report_of_owner on zeus_report (owner_id, updated_at desc, id) where deleted_at is null;
create index zeus_report_deleted on zeus_report (deleted_at) where deleted_at is not null;
create index zeus_report_of_thread on zeus_report (thread_id) where thread_id is not null;

create table zeus_report_version (
  report_id text not null references zeus_report (id) on delete cascade,
  revision integer not null,
  change text not null check (change in ('create', 'update', 'restore')),
  -- the version that was brought back
  restored_from integer,
  changed_at timestamptz not null,
  title text not null,
  contents text not null,
  signal_ids jsonb not null,
  selected_messages jsonb not null,
  primary key (report_id, revision)
);

-- reports are also made as text and for word processors
alter table export drop constraint export_format_check;
alter table export add constraint export_format_check
  check (format in ('csv', 'jsonl', 'html', 'pdf', 'bundle', 'markdown', 'docx'));
