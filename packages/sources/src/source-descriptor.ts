import type { HostPolicy } from './http/host-gate.ts'
import type { Http, PostingHttp } from './http/http.types.ts'
import type { PriceClient } from './prices/price.types.ts'
import type { Dialect } from './query/dialect.types.ts'
import type { SettingField, SourceSettings } from './source-settings.ts'
import type { Clock, DocumentClient, SeriesClient, SourceFacts, SourceKey } from './source.types.ts'

/** The dependencies of a source. */
export interface SourceDependencies {
  /** The client for the fixed hosts; created with `sourceHosts`, and with the contact in its user agent. */
  http: PostingHttp
  /** The guarded client for addresses that people provide. */
  guardedHttp: Http
  clock: Clock
  settings: SourceSettings
}

interface SourceIdentity {
  key: SourceKey
  /** Represents the key in the database, from 1 to 32767; never reused for another source. */
  number: number
  label: string
  /** Whether every document of the source is in the library, so that its daily total is a true denominator. */
  holdsAll?: boolean
}

interface SearchableSource extends SourceIdentity, SourceFacts {
  /** The rate limit that each host requires (see the folder's README). */
  hosts?: Readonly<Record<string, HostPolicy>>
  /** Absent for a source that is not searched by words. */
  dialect?: Dialect
  /** The settings that the source reads, by their names in the configuration. */
  settings?: Readonly<Record<string, SettingField>>
}

/** `create` returns null where a required setting is missing. */
type Making =
  | { kind: 'documents'; create: (dependencies: SourceDependencies) => DocumentClient | null }
  | { kind: 'series'; create: (dependencies: SourceDependencies) => SeriesClient | null }
  | { kind: 'prices'; create: (dependencies: SourceDependencies) => PriceClient | null }

/** A source that a search can query. */
export type SearchableDescriptor = SearchableSource & Making

/** A source that a search can query, or documents of the library that have no live source. */
export type SourceDescriptor = SearchableDescriptor | (SourceIdentity & { kind: 'library' })
