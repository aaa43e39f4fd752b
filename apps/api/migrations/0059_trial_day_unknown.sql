-- A register may not say on which day it posted a version; an unknown day is null, never an old date.
alter table trial_snapshot alter column updated_day drop not null;
update trial_snapshot set updated_day = null where updated_day = date '1999-09-20';
