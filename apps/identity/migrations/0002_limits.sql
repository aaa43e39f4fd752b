-- What limits and revocation at the front door remember. Each statement may run twice.

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

-- Who caused what is stored for somebody not signed in; hashed, and null for everything else.
alter table oidc_payload add column if not exists network text;
create index if not exists oidc_payload_network on oidc_payload (network, expires_at) where network is not null;

-- From when on the next attempt is looked at; the counts of before began anew within a minute anyway.
alter table oidc_login_attempt add column if not exists opens_at timestamptz not null default '-infinity';

-- What a service may do. Services of before could do all that a member can; they keep what scripts are for.
alter table oidc_client add column if not exists scopes jsonb not null default '["import", "search"]';
