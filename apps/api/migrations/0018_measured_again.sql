-- Events have terms, narratives a life, and sentences other words: reports that were stored before are measured again when they are opened.
delete from signal_report;
delete from signal_narratives;
