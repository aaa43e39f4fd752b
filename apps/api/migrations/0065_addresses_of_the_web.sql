-- Documents keep addresses of the web only; what imports through the API brought before may run scripts.
update document_text set url = null where url !~* '^https?://';
