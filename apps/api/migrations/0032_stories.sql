-- Stories: reports told in cards. Each change of a story is a version, and a version names its cards by the revision that wrote
-- them, so that a hundred versions of a long story do not hold its charts a hundred times (decision 0152).
create table saved_story (
  id text primary key,
  -- null for people without an organization, who share nothing
  organization_id text,
  owner_id text not null,
  group_id text references organization_group (id) on delete set null,
  -- of its newest version
  revision integer not null,
  -- trimmed and in lower case; as it was typed it stands in the version
  title text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_story_of_owner on saved_story (owner_id, updated_at desc, id);
create index saved_story_of_group on saved_story (group_id, updated_at desc, id) where group_id is not null;

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
