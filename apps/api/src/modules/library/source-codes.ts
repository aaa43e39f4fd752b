import { type DocumentKind, type SourceKey, sourceRows } from '@auspex/sources'
import { type CountryBasis, countryBasisCodes, decode, kindCodes, toneCodes, type ToneLabel } from './document-codes.ts'

// Cast: the registry has every key of the contract, which a separate test enforces
export const sourceCodes = Object.fromEntries(sourceRows.map(({ key, number }) => [key, number])) as Record<
  SourceKey,
  number
>
const keys = new Map(sourceRows.map(({ key, number }) => [number, key]))
/** Sources of which every document is in the library. */
const wholeSources = new Set(sourceRows.flatMap(({ key, holdsAll }) => (holdsAll ? [key] : [])))

/** Decodes a stored source number. Throws `RangeError` for one that this version does not know. */
export function decodeSource(code: number): SourceKey {
  return keys.get(code) ?? decode(sourceCodes, code)
}

export function isComplete(source: SourceKey): boolean {
  return wholeSources.has(source)
}

/** Encodes the properties of a document as stored numbers; 0 for an unknown country basis. */
export function toCodes(document: {
  source: SourceKey
  kind: DocumentKind
  tone: { label: ToneLabel }
  countryBasis: CountryBasis | null
}): { source: number; kind: number; toneLabel: number; countryBasis: number } {
  const { source, kind, tone, countryBasis } = document
  return {
    source: sourceCodes[source],
    kind: kindCodes[kind],
    toneLabel: toneCodes[tone.label],
    countryBasis: countryBasis === null ? 0 : countryBasisCodes[countryBasis],
  }
}
