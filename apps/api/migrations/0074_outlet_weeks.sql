-- How many documents of each outlet a week has, so that a report can tell an outlet that was not read any more from a topic that nobody talks
-- about. Filled when the library is next opened, wherever its documents lie.
create table outlet_week (
  outlet_id integer not null,
  source_id smallint not null,
  kind smallint not null,
  -- a Monday
  week date not null,
  documents integer not null,
  primary key (outlet_id, source_id, kind, week)
);
-- what was measured before is measured again when it is next asked for
delete from signal_report;
delete from trend_snapshot;
