import { z } from 'zod'
import type { HostPolicy } from './http/host-gate.ts'
import type { Http, PostingHttp } from './http/http.types.ts'
import type { PriceClient } from './prices/price-results.ts'
import type { Dialect } from './query/dialect.ts'
import type { Clock, DocumentClient, SeriesClient, SourceFacts, SourceKey } from './source.types.ts'

/** How a setting of a source is read from the installation's configuration. */
export interface SettingField {
  schema: z.ZodType<string, string>
  /** An example of a valid value, for messages. */
  example: string
}

/** The settings of an installation for its sources, by name; the value `off` counts as not set. */
export type SourceSettings = Readonly<Record<string, string | undefined>>

/** E-mail address for complaints from sources; some reject requests without one. */
export const contactSetting: SettingField = {
  schema: z
    .string()
    // Sent in headers, where other characters cause a request to be rejected.
    .regex(/^[\x21-\x7e]+@[\x21-\x7e]+\.[a-z]{2,}$/i, 'must be an e-mail address in plain letters'),
  example: 'research@example.org',
}

export const onOffSetting: SettingField = { schema: z.enum(['on', 'off'], 'must be on or off'), example: 'on' }

/** A key issued by the source. */
export function secretSetting(example: string): SettingField {
  return { schema: z.string(), example }
}

/** The address of a server, of which only the origin is used. */
export function originSetting(example: string): SettingField {
  const schema = z.string().transform((text, context) => {
    const url = URL.parse(text)
    if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin
    context.addIssue({ code: 'custom', message: 'must be an http or https address' })
    return z.NEVER
  })
  return { schema, example }
}

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
