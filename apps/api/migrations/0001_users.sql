-- Who uses this installation. Rows are made from access tokens on first sight; passwords stay with the provider.

create table organization (
  -- the provider's id of it
  id text primary key,
  name text not null,
  created_at timestamptz not null
);

create table app_user (
  id text primary key,
  -- a subject means one account only at one provider
  issuer text not null,
  subject text not null,
  kind text not null check (kind in ('person', 'service')),
  organization_id text,
  email text,
  name text,
  roles text[] not null,
  -- what the onboarding selector asked: archetype, industry, goal, industry_id
  preferences jsonb not null default '{}',
  completed_tasks jsonb not null default '{}',
  -- null when all tasks are done
  current_task text default 'searchForSignal',
  created_at timestamptz not null,
  seen_at timestamptz not null,
  unique (issuer, subject)
);
create index app_user_organization on app_user (organization_id);

-- Groups have ids of our own, so that what belongs to one stays with it when the provider renames the organization or somebody the group.
-- Rows are made from access tokens on first sight.

create table organization_group (
  id text primary key,
  organization_id text not null references organization (id),
  -- what the provider's tokens call it; another organization may have one of the same name
  external_name text not null,
  -- what people see
  name text not null,
  created_at timestamptz not null,
  unique (organization_id, external_name)
);

create table organization_group_member (
  group_id text not null references organization_group (id) on delete cascade,
  user_id text not null references app_user (id) on delete cascade,
  primary key (group_id, user_id)
);
create index organization_group_member_user on organization_group_member (user_id);
