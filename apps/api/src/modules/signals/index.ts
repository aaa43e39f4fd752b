export { createProvenance, type Reachable, type SourceMode } from './provenance.ts';
export { type CanonicalQuery, readSignalQuery } from './signal-query.ts';
