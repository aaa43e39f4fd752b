-- The evidence of a claim names only what narrows. What was measured before is measured again when it is next asked for.
delete from signal_report;
