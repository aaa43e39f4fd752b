import { hashtagSettings } from './hashtags/create-hashtag-sources.ts'
import type { HostPolicy } from './http/host-gate.ts'
import type { Dialect } from './query/dialect.types.ts'
import type { SearchableDescriptor } from './source-descriptor.ts'
import type { SettingField } from './source-settings.ts'
import type { SourceFacts, SourceKey } from './source.types.ts'
import { sourceRegistry } from './sources.registry.ts'

export interface CatalogueEntry extends SourceFacts {
  kind: SearchableDescriptor['kind']
}

const searchableSources = sourceRegistry.filter((source) => source.kind !== 'library')

/** The facts of a source, without its factory. */
export function toFacts(source: SearchableDescriptor): SourceFacts {
  const { key, label, licence, rate, homepage, attribution, reach, setting } = source
  return {
    key,
    label,
    licence,
    rate,
    homepage,
    ...(attribution !== undefined && { attribution }),
    ...(reach !== undefined && { reach }),
    ...(setting !== undefined && { setting }),
  }
}

/** Every source that this version can query, enabled or not, in the order in which reports list them. */
export const sourceCatalogue: readonly CatalogueEntry[] = searchableSources.map((source) => ({
  ...toFacts(source),
  kind: source.kind,
}))

/** How every source is stored: its number, its key, and whether all of its documents are in the library. */
export const sourceRows: readonly { number: number; key: SourceKey; holdsAll: boolean }[] = sourceRegistry.map(
  ({ number, key, holdsAll = false }) => ({ number, key, holdsAll }),
)

// Cast: a test compares the registry with the keys of the contract
const labels = Object.fromEntries(sourceRegistry.map(({ key, label }) => [key, label])) as Record<SourceKey, string>

/** The display name of a source. */
export function sourceLabel(key: SourceKey): string {
  return labels[key]
}

/** The rate limit of each host, for `createHttp`. */
export const sourceHosts: Readonly<Record<string, HostPolicy>> = Object.assign(
  {},
  ...searchableSources.map(({ hosts }) => hosts),
)

/** The settings that sources read, by their names in the configuration. */
export const sourceSettings: Readonly<Record<string, SettingField>> = Object.assign(
  { ...hashtagSettings },
  ...searchableSources.map(({ settings }) => settings),
)

/** The dialect of each source that is searched by words. */
export const sourceDialects: Partial<Record<SourceKey, Dialect>> = Object.fromEntries(
  searchableSources.flatMap(({ key, dialect }) => (dialect === undefined ? [] : [[key, dialect]])),
)
