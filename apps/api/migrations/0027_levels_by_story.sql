-- Levels, growth and what monitors compare count stories: what was measured before is measured again when it is next asked for.
delete from signal_report;
-- What one outlet prints over all its titles is no part of a narrative.
delete from signal_narratives;
update monitor set recent = null where rule ->> 'kind' in ('volume-times-usual', 'momentum-above', 'new-inflection');
