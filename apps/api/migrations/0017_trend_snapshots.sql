-- Trends are topics now, with more fields: what was stored before is computed again.
delete from trend_snapshot;
