-- Archives of one kind of document that lie apart are measured apart. What was measured before is measured again when it is next asked for.
delete from signal_report;
delete from trend_snapshot;
