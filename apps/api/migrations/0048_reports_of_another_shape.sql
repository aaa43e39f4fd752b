-- Reports say how reliable their tone is, and bound its mean by stories: those measured before say less, and are measured again.
delete from signal_report;
