-- What a person may change of a monitor, and what its list draws.
alter table monitor
  add column name text,
  add column is_paused boolean not null default false,
  add column snoozed_until timestamptz,
  -- what was measured on the last days: where they begin, a value a day, and which of them fired; null until it is judged again
  add column recent jsonb,
  -- grows when another rule begins: what was judged by the one before must not be stored over it
  add column changes integer not null default 0,
  add column tested_at timestamptz;
