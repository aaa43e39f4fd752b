-- Sessions that people see and end one by one. PostgreSQL 15 subset; each statement may run twice.

-- the browser and system of a session in words, such as "Firefox on Windows"
alter table oidc_payload add column if not exists device text;
-- a session that was ended: the row stays until it expires, so that a request that runs meanwhile cannot store it again
alter table oidc_payload add column if not exists ended_at timestamptz;
