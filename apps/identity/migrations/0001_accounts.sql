-- Everything the embedded OpenID provider remembers: accounts, clients, sign-ins, keys. PostgreSQL 15 subset; each statement may run twice.

create table if not exists account (
  id text primary key,
  login text not null unique,
  email text not null,
  name text not null,
  password_hash text not null,
  organization_id text not null,
  organization_name text not null,
  groups jsonb not null default '[]',
  roles jsonb not null default '[]',
  created_at timestamptz not null default now(),
  -- from when on nobody signs in, and every session is over
  disabled_at timestamptz,
  -- sessions of sign-ins before this moment are over, wherever a copy of them still is
  sessions_since timestamptz not null default '-infinity'
);
create unique index if not exists account_email on account (lower(email));

-- The shared secret of codes that change every 30 seconds (RFC 6238), sealed when the installation has a key.
create table if not exists account_totp (
  account_id text primary key references account (id) on delete cascade,
  secret text not null,
  -- null while the person has not shown a code of it
  confirmed_at timestamptz,
  -- the newest step of which a code was used: each is good for one sign-in
  last_step bigint not null default 0
);

-- For people who lost the device: each is good for one sign-in. Hashed; they are random enough for a plain hash.
create table if not exists account_recovery_code (
  account_id text not null references account (id) on delete cascade,
  code_hash text not null,
  primary key (account_id, code_hash)
);

-- Clients beside the first-party ones of the configuration.
create table if not exists oidc_client (
  client_id text primary key,
  name text not null,
  kind text not null check (kind in ('service', 'web')),
  secret_hash text,
  organization_id text,
  organization_name text,
  roles jsonb not null default '[]',
  redirect_uris jsonb not null default '[]',
  post_logout_redirect_uris jsonb not null default '[]',
  -- what a service may do
  scopes jsonb not null default '["import", "search"]',
  created_at timestamptz not null default now(),
  check ((kind = 'service') = (secret_hash is not null))
);

-- What oidc-provider stores: sessions, interactions, grants, codes, refresh tokens.
create table if not exists oidc_payload (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  -- who caused what is stored for somebody not signed in; hashed, and null for everything else
  network text,
  -- the browser and system of a session in words, such as "Firefox on Windows"
  device text,
  -- when a session was ended: the row stays until it expires, so that a request that runs meanwhile cannot store it again
  ended_at timestamptz,
  primary key (model, id)
);
create index if not exists oidc_payload_grant on oidc_payload (grant_id) where grant_id is not null;
create index if not exists oidc_payload_uid on oidc_payload (uid) where uid is not null;
create index if not exists oidc_payload_expiry on oidc_payload (expires_at);
create index if not exists oidc_payload_network on oidc_payload (network, expires_at) where network is not null;
create index if not exists oidc_payload_account on oidc_payload ((payload ->> 'accountId'))
  where payload ->> 'accountId' is not null;

create table if not exists oidc_login_attempt (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null,
  -- from when on the next attempt is looked at
  opens_at timestamptz not null default '-infinity'
);

-- JWT access tokens cannot be deleted, so a revoked one is named here until it expires.
create table if not exists oidc_revoked_jti (
  jti text primary key,
  expires_at timestamptz not null
);

-- Which sign-in a JWT access token came of, so that revoking the sign-in revokes the token too.
create table if not exists oidc_issued_token (
  jti text primary key,
  grant_id text not null,
  expires_at timestamptz not null
);

-- Sign-ins that were revoked: a row that outlives the tokens, because one may be issued while its sign-in is revoked.
create table if not exists oidc_revoked_grant (
  grant_id text primary key,
  expires_at timestamptz not null
);

-- Keys that sign tokens; the private part is in the row, so the database is as secret as the keys.
create table if not exists oidc_signing_key (
  kid text primary key,
  jwk jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- Secrets that sign cookies, newest first when they sign.
create table if not exists oidc_cookie_key (
  id integer primary key,
  secret text not null
);
