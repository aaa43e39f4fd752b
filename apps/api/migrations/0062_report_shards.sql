-- The counts of a report say how many shards of the library answered; what was measured before was measured over all of them.
update signal_report set body = replace(body, '"counts":{"documents":', '"counts":{"shards":null,"documents":');
