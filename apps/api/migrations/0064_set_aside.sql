-- Documents that cannot have been published when they say, which earlier versions took: whole, and with the reason. Nothing counts them.
create table document_set_aside (
  document_id bigint primary key,
  -- goes with its import
  import_id text,
  reason text not null,
  set_aside_at timestamptz not null,
  document jsonb not null
);
create index document_set_aside_import on document_set_aside (import_id) where import_id is not null;
alter table import_file add column set_aside integer not null default 0;
-- The latest time at which this library was opened: a clock that is behind it was set back, and judges no date.
alter table library add column opened_at timestamptz;

-- What work in the background failed of, item by item. After a few tries an item is set aside, so that the others get their turn.
create table work_fault (
  work text not null,
  item text not null,
  tries integer not null,
  is_set_aside boolean not null,
  reason text not null,
  failed_at timestamptz not null,
  primary key (work, item)
);
