-- Everything the embedded OpenID provider remembers. PostgreSQL 15 subset; each statement may run twice.

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
  primary key (model, id)
);
create index if not exists oidc_payload_grant on oidc_payload (grant_id) where grant_id is not null;
create index if not exists oidc_payload_uid on oidc_payload (uid) where uid is not null;
create index if not exists oidc_payload_expiry on oidc_payload (expires_at);
create index if not exists oidc_payload_network on oidc_payload (network, expires_at) where network is not null;

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

create table if not exists oidc_login_attempt (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null,
  -- from when on the next attempt is looked at
  opens_at timestamptz not null default '-infinity'
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
  created_at timestamptz not null default now()
);
create unique index if not exists account_email on account (lower(email));
