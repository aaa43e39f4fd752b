-- Words of a query have no tone in its documents any more. What was measured before is measured again when it is next asked for.
delete from signal_report;
delete from signal_narratives;
