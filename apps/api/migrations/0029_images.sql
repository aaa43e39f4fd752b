-- Pictures that people uploaded, decoded and written anew. They are in the database, so that any process can send what any other stored,
-- and a picture comes and goes in the transaction of the row that names it (decision 0150).
create table image (
  id text primary key,
  -- who may see it: everybody of the organization, or its maker alone where there is none
  organization_id text,
  user_id text not null,
  -- WebP
  bytes bytea not null check (octet_length(bytes) <= 5242880),
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
-- the sweep reads them oldest first
create index image_oldest on image (created_at, id);
-- they are compressed already
alter table image alter column bytes set storage external;
