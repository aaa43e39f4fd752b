-- Sentences of summaries say what a quotation is told for: reports measured before do not, and are measured again.
delete from signal_report;
