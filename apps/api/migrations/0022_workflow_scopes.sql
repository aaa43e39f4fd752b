-- What background work may do that a personal access token, or an app that a person allowed in, began: the scopes of its token. Null for all that the
-- person may.

alter table workflow add column access_scopes text[];
alter table workflow_run add column access_scopes text[];
