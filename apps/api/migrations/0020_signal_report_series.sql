-- A report is sent with its series in the interval that a screen shows; its days stand beside it. What was stored before is measured
-- again when it is next asked for.
delete from signal_report;
alter table signal_report add column series text not null;
