-- Accounts that are disabled, sign-ins that are over, and a second factor. PostgreSQL 15 subset; each statement may run twice.

-- from when on nobody signs in, and every session is over
alter table account add column if not exists disabled_at timestamptz;
-- sessions of sign-ins before this moment are over, wherever a copy of them still is
alter table account add column if not exists sessions_since timestamptz not null default '-infinity';

create index if not exists oidc_payload_account on oidc_payload ((payload ->> 'accountId'))
  where payload ->> 'accountId' is not null;

-- The shared secret of codes that change every 30 seconds (RFC 6238), sealed when the installation has a key.
create table if not exists account_totp (
  account_id text primary key references account (id) on delete cascade,
  secret text not null,
  -- null while the person has not shown a code of it
  confirmed_at timestamptz,
  -- the newest step of which a code was used: each is good for one sign-in
  last_step bigint not null default 0
);

-- For who lost the device: each is good for one sign-in. Hashed; they are random enough for a plain hash.
create table if not exists account_recovery_code (
  account_id text not null references account (id) on delete cascade,
  code_hash text not null,
  primary key (account_id, code_hash)
);
