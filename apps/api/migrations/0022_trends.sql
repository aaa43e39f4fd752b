-- The trending terms of the library as they were last computed; one row, replaced as a whole.
create table general_trends (
  id smallint primary key check (id = 1),
  library_revision bigint not null,
  computed_at timestamptz not null,
  body jsonb not null
);
