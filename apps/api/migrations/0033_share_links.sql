-- Links with which others read one thing. The secret of a link is told once and kept as a hash: whoever reads the database, or a backup of
-- it, can open none (decision 0153).
create table share_link (
  id text primary key,
  -- SHA-256
  token_hash bytea not null unique,
  access text not null check (access in ('organization', 'anyone')),
  kind text not null,
  item_id text not null,
  -- readers see what this person may see; the link ends with what they lose
  maker_id text not null,
  organization_id text,
  created_at timestamptz not null,
  -- null when only revoking ends it
  expires_at timestamptz
);
create index share_link_of_maker on share_link (maker_id, created_at desc, id);
create index share_link_of_item on share_link (item_id);
create index share_link_of_organization on share_link (organization_id, kind, item_id);
