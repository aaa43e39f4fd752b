import type { ForecastSection, NarrativesSection, Provenance, SectionName } from '@auspex/sdk/types'
import type { DocumentFilter } from '../documents/index.ts'
import type { CanonicalQuery } from './signal-query.ts'

/** Sections that the whole report leaves out because they cost more; each is asked for by name. */
export interface DetachedSections {
  narratives: NarrativesSection
  forecast: ForecastSection
}

export type DetachedName = keyof DetachedSections
/** Sections that are part of the whole report. */
export type WholeName = Exclude<SectionName, DetachedName>

/** A signal, and which documents it measures. */
export interface DetachedQuestion {
  query: CanonicalQuery
  filter: DocumentFilter
  provenance: Provenance
}

/** Who measures each; the modules that do so know signals, so they are handed in where modules are joined. */
export type MeasureDetached = {
  [Name in DetachedName]: (question: DetachedQuestion) => Promise<DetachedSections[Name]>
}

const names: Readonly<Record<DetachedName, true>> = { narratives: true, forecast: true }

export function isDetached(name: SectionName): name is DetachedName {
  return Object.hasOwn(names, name)
}
