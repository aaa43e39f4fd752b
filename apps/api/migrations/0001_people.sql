-- People, organizations and groups, what administrators decide about them, and who asks in a request.

create table organization (
  -- the provider's id of it
  id text primary key,
  name text not null,
  created_at timestamptz not null,
  -- when an administrator named it; from then on the name in tokens no longer counts
  named_at timestamptz,
  image_id text
);

-- Rows are created from access tokens on first sight; passwords stay with the provider.
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
  -- the answers of the onboarding selector: archetype, industry, goal, industry_id
  preferences jsonb not null default '{}',
  completed_tasks jsonb not null default '{}',
  -- null when all tasks are done
  current_task text default 'searchForSignal',
  created_at timestamptz not null,
  -- null until they first sign in
  seen_at timestamptz,
  first_name text,
  last_name text,
  -- without access since then
  disabled_at timestamptz,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(email, ''))) stored,
  unique (issuer, subject)
);
create index app_user_organization on app_user (organization_id);
create index app_user_last_name on app_user (last_name, id) where kind = 'person';
create index app_user_email on app_user (lower(email)) where kind = 'person';

-- Groups have ids of our own, so that what belongs to a group stays with it when the provider renames the organization, or somebody
-- renames the group. Rows are created from access tokens on first sight.
create table organization_group (
  id text primary key,
  organization_id text not null references organization (id),
  -- the name in the provider's tokens; another organization may have a group of the same name
  external_name text not null,
  -- the name that people see
  name text not null,
  created_at timestamptz not null,
  unique (organization_id, external_name)
);

create table organization_group_member (
  group_id text not null references organization_group (id) on delete cascade,
  user_id text not null references app_user (id) on delete cascade,
  is_by_administrator boolean not null default false,
  primary key (group_id, user_id)
);
create index organization_group_member_user on organization_group_member (user_id);

-- A person whom an administrator took out of a group stays out, whatever the provider's tokens say.
create table organization_group_exclusion (
  group_id text not null references organization_group (id) on delete cascade,
  user_id text not null references app_user (id) on delete cascade,
  primary key (group_id, user_id)
);

-- Whether a person has a module. Without a row the default applies, and without a default everybody has the module.
create table module_access (
  user_id text not null references app_user (id) on delete cascade,
  module text not null,
  access boolean not null,
  updated_at timestamptz not null,
  primary key (user_id, module)
);

create table module_default (
  module text primary key,
  access boolean not null,
  updated_at timestamptz not null
);

-- Row-level security is the second line of defence behind the conditions of repositories (docs/decisions/tenancy.md). The database's
-- adapter sets in the transaction of a request who asks (`auspex.user_id`, `auspex.organization_id`). Where nobody is named, as in jobs,
-- migrations and restores, all rows are visible. Policies are forced, so that they bind a login that owns the tables; a login that no
-- policy binds, such as a superuser, takes the role `auspex_tenant` for the time of the request. Each table's policy is beside the table.
-- Policies call these functions in a subquery, which runs once a statement instead of once a row.

create function tenant_user() returns text language sql stable
  return nullif(current_setting('auspex.user_id', true), '');

-- null for people without an organization, who share nothing
create function tenant_organization() returns text language sql stable
  return nullif(current_setting('auspex.organization_id', true), '');

create function tenant_groups() returns text[] language sql stable
  return array(select member.group_id from organization_group_member member where member.user_id = tenant_user());

-- Pictures that people uploaded, decoded and encoded again. They are in the database, so that any process can send what any other stored,
-- and a picture comes and goes in the transaction of the row that names it.
create table image (
  id text primary key,
  -- who may see it: everybody of the organization, or its maker alone where there is none
  organization_id text,
  user_id text not null,
  -- WebP
  bytes bytea not null check (octet_length(bytes) <= 5242880),
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
-- they are compressed already
alter table image alter column bytes set storage external;
-- the sweep reads them oldest first
create index image_oldest on image (created_at, id);
alter table image enable row level security, force row level security;
create policy tenant on image using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (organization_id is not null or user_id = (select tenant_user()))
  )
);

-- What people did in the app, as the app reports it. Kept for a year.
create table activity_event (
  id text primary key,
  -- in the order of storing: breaks ties of time
  position bigint generated always as identity,
  user_id text not null references app_user (id) on delete cascade,
  -- of the person at that time
  organization_id text,
  -- category_broad, category_narrow, event and what else the app says
  data jsonb not null,
  -- when it happened, as the app says
  at timestamptz not null,
  user_agent text not null,
  received_at timestamptz not null,
  search_text text not null
);
create index activity_event_user on activity_event (user_id, at desc, position desc);
create index activity_event_organization on activity_event (organization_id, at desc, position desc);
create index activity_event_at on activity_event (at desc, position desc);
create index activity_event_received on activity_event (received_at);

-- Everything that administrators changed, for ever.
create table audit_entry (
  id text primary key,
  -- in the order of storing
  position bigint generated always as identity unique,
  at timestamptz not null,
  -- not a reference: the entry outlives the person
  user_id text not null,
  user_name text,
  operation text not null,
  target_kind text not null,
  target_id text not null,
  target_name text,
  organization_id text,
  -- a list of field, before, after
  changes jsonb not null,
  request_id text not null,
  search_text text generated always as (
    lower(operation || ' ' || coalesce(user_name, '') || ' ' || coalesce(target_name, '') || ' ' || target_id)
  ) stored
);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit trail are neither changed nor deleted';
end $$;
create trigger audit_entry_is_kept before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entries_are_kept before truncate on audit_entry
  for each statement execute function refuse_audit_change();

-- What an operator wants to know of the front door. Rows contain ids and codes that this product made, and never what a caller typed.
create table security_event (
  id text primary key,
  -- the order in which events were stored: pages go by it, so that new events move none of them
  position bigint generated always as identity unique,
  at timestamptz not null,
  name text not null,
  severity text not null check (severity in ('info', 'warning')),
  -- no references: an event outlives whom it is about
  user_id text,
  -- the identity provider's id of the account; the same as app_user.subject
  account_id text,
  organization_id text,
  client_id text,
  address text,
  operation text,
  request_id text,
  -- more than 1 in the summary of a minute in which events came too fast to be stored one by one
  occurrences integer not null check (occurrences > 0),
  facts jsonb not null
);
-- the newest of a name, to show and to keep
create index security_event_name on security_event (name, position desc);
-- what is too old
create index security_event_at on security_event (at);
