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

/** What a source says about itself, without how it is made. */
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

/** Every source that this version can ask, switched on or not, in the order in which reports list them. */
export const sourceCatalogue: readonly CatalogueEntry[] = searchableSources.map((source) => ({
  ...toFacts(source),
  kind: source.kind,
}))

/** How every source is stored: its number, its key, and whether all that it ever had is in the library. */
export const sourceRows: readonly { number: number; key: SourceKey; holdsAll: boolean }[] = sourceRegistry.map(
  ({ number, key, holdsAll = false }) => ({ number, key, holdsAll }),
)

// Cast: a test holds the registry to the keys of the contract
const labels = Object.fromEntries(sourceRegistry.map(({ key, label }) => [key, label])) as Record<SourceKey, string>

/** How a source is called. */
export function sourceLabel(key: SourceKey): string {
  return labels[key]
}

/** The politeness that each host asks for, for `createHttp`. */
export const sourceHosts: Readonly<Record<string, HostPolicy>> = Object.assign(
  {},
  ...searchableSources.map(({ hosts }) => hosts),
)

/** The settings that sources read, by the names that the configuration gives them. */
export const sourceSettings: Readonly<Record<string, SettingField>> = Object.assign(
  { ...hashtagSettings },
  ...searchableSources.map(({ settings }) => settings),
)

/** The dialect of each source that is asked by words. */
export const sourceDialects: Partial<Record<SourceKey, Dialect>> = Object.fromEntries(
  searchableSources.flatMap(({ key, dialect }) => (dialect === undefined ? [] : [[key, dialect]])),
)
