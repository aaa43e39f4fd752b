-- Other apps that an administrator registers. PostgreSQL 15 subset; each statement may run twice.

alter table oidc_client drop constraint if exists oidc_client_kind_check;
alter table oidc_client add constraint oidc_client_kind_check check (kind in ('service', 'web', 'native', 'device'));
-- from where pages of the app may call the provider and the API
alter table oidc_client add column if not exists origins jsonb not null default '[]';
-- ids of the groups whose people may use the app; empty for everybody
alter table oidc_client add column if not exists group_ids jsonb not null default '[]';
