import type { HostPolicy } from './http/host-gate.ts'
import type { Http, PostingHttp } from './http/http.types.ts'
import type { PriceClient } from './prices/price.types.ts'
import type { Dialect } from './query/dialect.types.ts'
import type { SettingField, SourceSettings } from './source-settings.ts'
import type { Clock, DocumentClient, SeriesClient, SourceFacts, SourceKey } from './source.types.ts'

/** What a source is made with. */
export interface SourceDependencies {
  /** The client for the fixed hosts; made with `sourceHosts`, and with the contact in its user agent. */
  http: PostingHttp
  /** The guarded client for addresses that people give. */
  guardedHttp: Http
  clock: Clock
  settings: SourceSettings
}

interface SourceIdentity {
  key: SourceKey
  /** Stands for the key in the database, from 1 to 32767; never given to another source. */
  number: number
  label: string
  /** Whether every document of the source is in the library, so that its daily total is a true denominator. */
  holdsAll?: boolean
}

interface SearchableSource extends SourceIdentity, SourceFacts {
  /** The politeness that each host asks for (see the folder's README). */
  hosts?: Readonly<Record<string, HostPolicy>>
  /** Absent for a source that is not asked by words. */
  dialect?: Dialect
  /** The settings that the source reads, by the names that the configuration gives them. */
  settings?: Readonly<Record<string, SettingField>>
}

/** `create` gives null where a setting is missing that the source cannot be asked without. */
type Making =
  | { kind: 'documents'; create: (dependencies: SourceDependencies) => DocumentClient | null }
  | { kind: 'series'; create: (dependencies: SourceDependencies) => SeriesClient | null }
  | { kind: 'prices'; create: (dependencies: SourceDependencies) => PriceClient | null }

/** A source that a search can ask. */
export type SearchableDescriptor = SearchableSource & Making

/** A source that a search can ask, or documents of the library that nobody is asked for. */
export type SourceDescriptor = SearchableDescriptor | (SourceIdentity & { kind: 'library' })
