-- Which version of the measures and sentences wrote a report. One of an earlier version is measured again when it is opened.
alter table signal_report add column version integer not null default 0;
