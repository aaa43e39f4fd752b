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

-- The next token of each person brings their groups again.
alter table app_user drop column groups;
