-- Stories, reports written with the assistant, links to them, and files made of them.

-- Stories: reports told in cards. Each change of a story is a version, and a version names its cards by the revision that wrote them, so
-- that a hundred versions of a long story do not store its charts a hundred times.
create table saved_story (
  id text primary key,
  -- null for people without an organization, who share nothing
  organization_id text,
  owner_id text not null,
  group_id text references organization_group (id) on delete set null,
  -- of its newest version
  revision integer not null,
  -- trimmed and in lower case; the version has it as it was typed
  title text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_story_of_owner on saved_story (owner_id, updated_at desc, id);
create index saved_story_of_group on saved_story (group_id, updated_at desc, id) where group_id is not null;
alter table saved_story enable row level security, force row level security;
create policy tenant on saved_story using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (owner_id = (select tenant_user()) or group_id = any ((select tenant_groups())::text[]))
  )
);

create table story_version (
  story_id text not null references saved_story (id) on delete cascade,
  revision integer not null,
  change text not null check (change in ('create', 'update', 'add-card', 'update-card', 'delete-card', 'restore')),
  -- the version that was brought back
  restored_from integer,
  changed_by text not null,
  changed_at timestamptz not null,
  title text not null,
  display_title text not null,
  image_id text,
  -- from top to bottom, each with the revision that wrote it: [{"id": "cd_…", "revision": 3}]
  cards jsonb not null,
  primary key (story_id, revision)
);
alter table story_version enable row level security, force row level security;
create policy tenant on story_version using (
  (select tenant_user()) is null or exists (select 1 from saved_story whole where whole.id = story_id)
);

create table story_card (
  story_id text not null references saved_story (id) on delete cascade,
  card_id text not null,
  revision integer not null,
  caption text,
  frozen boolean not null,
  -- the moment of its values; null when it shows nothing that is measured
  as_of timestamptz,
  content jsonb not null,
  primary key (story_id, card_id, revision)
);
alter table story_card enable row level security, force row level security;
create policy tenant on story_card using (
  (select tenant_user()) is null or exists (select 1 from saved_story whole where whole.id = story_id)
);

-- Texts that people write with the assistant and keep. The row is the report as it is now; each change is a version with the whole text, of
-- which the newest hundred are kept.
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

-- Links with which others read one thing. The secret of a link is shown once and stored as a hash: whoever reads the database, or a backup
-- of it, can open none.
create table share_link (
  id text primary key,
  -- SHA-256
  token_hash bytea not null unique,
  access text not null check (access in ('organization', 'anyone')),
  kind text not null,
  item_id text not null,
  -- readers see what this person may see; the link ends with what they lose
  maker_id text not null,
  organization_id text,
  created_at timestamptz not null,
  -- null when only revoking ends it
  expires_at timestamptz
);
create index share_link_of_maker on share_link (maker_id, created_at desc, id);
create index share_link_of_item on share_link (item_id);
create index share_link_of_organization on share_link (organization_id, kind, item_id);
alter table share_link enable row level security, force row level security;
create policy tenant on share_link using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (organization_id is not null or maker_id = (select tenant_user()))
  )
);

-- Files that people asked for. The job and its file are in the database, so that any process can send what any other made, and a file goes
-- with its row. Files are deleted seven days after they were made.
create table export (
  id text primary key,
  user_id text not null,
  kind text not null,
  item_id text not null,
  -- 'csv-excel' begins with a byte order mark, which Excel needs
  format text not null check (format in ('csv', 'csv-excel', 'jsonl', 'html', 'pdf', 'bundle', 'markdown', 'docx')),
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
alter table export enable row level security, force row level security;
create policy tenant on export using ((select tenant_user()) is null or user_id = (select tenant_user()));

create table export_chunk (
  export_id text not null references export (id) on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (export_id, position)
);
alter table export_chunk enable row level security, force row level security;
create policy tenant on export_chunk using (
  (select tenant_user()) is null or exists (select 1 from export whole where whole.id = export_id)
);
