import { allOf, anyOf, type FieldNode, queryFieldValues, type QueryNode, splitBounds } from '@auspex/analytics'
import type { QueryEcho, SignalQuery } from '@auspex/sdk/types'

type Bounds = Pick<QueryEcho, 'geo' | 'sources' | 'startDate' | 'endDate'>

/**
 * Joins what the terms say of days, country and sources with what the form says beside them, so that
 * `tea since:2026-01-01` and `tea` with a first day are one signal. Where the two contradict each other, the terms'
 * condition stays among the terms, and no document meets both.
 */
export function mergeBounds(node: QueryNode, input: SignalQuery): Bounds & { node: QueryNode } {
  const { rest, since, until, country, sources: namedSources } = splitBounds(node)
  const conditions = [rest]
  const chosenSources = [...new Set(input.sources ?? [])].toSorted()
  const geo = input.geo ?? country
  if (country !== null && geo !== country) conditions.push(equals('country', country))
  const sources =
    namedSources === null
      ? chosenSources
      : queryFieldValues.source.filter(
          (key) => namedSources.includes(key) && (chosenSources.length === 0 || chosenSources.includes(key)),
        )
  const contradict = namedSources !== null && sources.length === 0
  if (contradict) conditions.push(anyOf(namedSources.map((key) => equals('source', key))))
  return {
    node: allOf(conditions),
    geo,
    sources: contradict ? chosenSources : sources.toSorted(),
    startDate: latest(input.startDate ?? null, since),
    endDate: earliest(input.endDate ?? null, until),
  }
}

function equals(field: FieldNode['field'], value: string): FieldNode {
  return { kind: 'field', field, comparison: '=', value }
}

function latest(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a
}

function earliest(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b < a) ? b : a
}
