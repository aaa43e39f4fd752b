-- Personal access tokens: with one, a script acts as its owner, within the scopes they chose.

create table personal_access_token (
  id text primary key,
  user_id text not null references app_user (id) on delete cascade,
  name text not null,
  -- SHA-256: the secret is random, so a plain hash cannot be reversed by guessing
  token_hash bytea not null unique,
  -- read, write, administer
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- to the minute; null until it is used
  last_used_at timestamptz
);
create index personal_access_token_user on personal_access_token (user_id, created_at desc, id);
alter table personal_access_token enable row level security, force row level security;
create policy tenant on personal_access_token using (
  (select tenant_user()) is null or user_id = (select tenant_user())
);

-- Whether people of the organization may use them; an administrator decides.
alter table organization add column allows_access_tokens boolean not null default true;
