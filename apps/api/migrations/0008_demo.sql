-- The demo corpus ends on the day it was begun. The day is kept, because a load that was cut off must go on with the same corpus.
create table demo_library (
  only_row boolean primary key default true check (only_row),
  until date not null,
  finished_at timestamptz
);
