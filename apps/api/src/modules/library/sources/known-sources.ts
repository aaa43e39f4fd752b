import type { SourceKey } from '@auspex/sdk/types'
import type { CatalogueEntry, SourceProbe as Answer } from '@auspex/sources'

/** A source that can be queried, as far as this module needs it. */
export interface Connector extends CatalogueEntry {
  probe(signal: AbortSignal): Promise<Answer>
}

/** A source with its settings in this installation. */
export interface KnownSource {
  facts: CatalogueEntry
  /** Null when it is not enabled here. */
  connector: Connector | null
  /** Whether the setting that it names is set; true when it names none. */
  isConfigured: boolean
}

export interface KnownSources {
  /** In the order of reports. */
  list: readonly KnownSource[]
  find(key: SourceKey): KnownSource | null
}

/** Combines the catalogue of this version with the enabled connectors; a connector missing from the catalogue is listed by itself. */
export function createKnownSources({
  catalogue,
  connectors,
  settingNames,
}: {
  catalogue: readonly CatalogueEntry[]
  connectors: readonly Connector[]
  /** Names of the settings that have a value. */
  settingNames: ReadonlySet<string>
}): KnownSources {
  const others = connectors.filter(({ key }) => !catalogue.some((entry) => entry.key === key))
  const list = [...catalogue, ...others].map((facts): KnownSource => ({
    facts,
    connector: connectors.find(({ key }) => key === facts.key) ?? null,
    isConfigured: facts.setting === undefined || settingNames.has(facts.setting.name),
  }))
  return { list, find: (key) => list.find(({ facts }) => facts.key === key) ?? null }
}

/** Runs a task after this many milliseconds; the returned function cancels it. */
export type Schedule = (task: () => void, ms: number) => () => void

/** A timer rather than a job: its purpose is known only to this process. It does not keep the process alive. */
export const scheduleOnTimer: Schedule = (task, ms) => {
  const timer = setTimeout(task, ms).unref()
  return () => clearTimeout(timer)
}
