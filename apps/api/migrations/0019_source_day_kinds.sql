-- Documents of one kind from one source begin and end together, so coverage is told by source and kind: an archive of forum posts that
-- ends in 2013 must not be hidden by news that were imported beside it.
drop table source_day;
create table source_day (
  source_id smallint not null,
  kind smallint not null,
  day date not null,
  documents integer not null,
  primary key (source_id, kind, day)
);
insert into source_day (source_id, kind, day, documents)
select source_id, kind, day, count(*) from document group by source_id, kind, day;
