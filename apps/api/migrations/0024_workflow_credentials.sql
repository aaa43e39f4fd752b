-- The personal access token, or the app that a person allowed in, with which a workflow was last changed: its schedule ends with it. Null for the person.

alter table workflow add column credential_id text;
