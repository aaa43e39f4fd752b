-- Trends count stories and say which headline drives them: what was computed before lacks both, and is computed anew.
delete from trend_snapshot;
