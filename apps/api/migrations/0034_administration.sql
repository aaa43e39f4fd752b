-- What administrators decide about people and organizations, beside what the provider's tokens say.

alter table app_user
  add column first_name text,
  add column last_name text,
  -- without access since then
  add column disabled_at timestamptz,
  -- null until they first sign in
  alter column seen_at drop not null;
-- the last word of a name is the last name, until somebody says better
update app_user
set
  first_name = left(case when trim(name) ~ '\s' then regexp_replace(trim(name), '\s+\S+$', '') else trim(name) end, 100),
  last_name = left(substring(trim(name) from '\s(\S+)$'), 100)
where name is not null;
alter table app_user
  add column search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(email, ''))) stored;
create index app_user_last_name on app_user (last_name, id) where kind = 'person';
create index app_user_email on app_user (lower(email)) where kind = 'person';

alter table organization
  -- named by an administrator then: what tokens say of the name no longer counts
  add column named_at timestamptz,
  add column image_id text;

alter table organization_group_member add column is_by_administrator boolean not null default false;
-- Who an administrator took out of a group stays out, whatever the provider's tokens say.
create table organization_group_exclusion (
  group_id text not null references organization_group (id) on delete cascade,
  user_id text not null references app_user (id) on delete cascade,
  primary key (group_id, user_id)
);

-- Whether people have a module; those without a row have what everybody has, and everybody has a module without a row.
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
