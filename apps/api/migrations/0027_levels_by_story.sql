-- Levels, growth and what monitors compare count stories: what was measured before is measured again when it is next asked for.
delete from signal_report;
update monitor set recent = null where rule ->> 'kind' in ('volume-times-usual', 'momentum-above', 'new-inflection');
