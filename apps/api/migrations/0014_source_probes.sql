-- How each source answered when somebody last asked it for the smallest thing: one row a source.
create table source_probe (
  source_key text primary key,
  status text not null,
  reason text,
  advice text,
  duration_ms integer,
  retry_after_ms integer,
  probed_at timestamptz not null
);
