import { queryPhrases, type QueryNode, splitBounds, toTsquery } from '@auspex/analytics'
import type { QueryInSource, SourceKey } from '@auspex/sdk/types'
import { sourceDialects, writeNativeQuery } from '@auspex/sources'

/** The part of a connector needed to show how it would be queried. */
export interface QueryTarget {
  key: SourceKey
  label: string
}

const maxSources = 40

/** The query for the library and for each connector; one without a dialect is not searched by words. */
export function presentSources(node: QueryNode, connectors: readonly QueryTarget[]): QueryInSource[] {
  const { rest, sources } = splitBounds(node)
  const phrases = queryPhrases(node)
  const others = connectors.filter(({ key }) => key !== 'imported').slice(0, maxSources - 1)
  return [
    present({ key: 'imported', label: 'This library' }, { nativeQuery: toTsquery(node), requests: 0, notHonoured: [] }),
    ...others.map((connector) => {
      const dialect = sourceDialects[connector.key]
      if (sources !== null && !sources.includes(connector.key)) {
        const notHonoured = [`${connector.label} is left out by the query.`]
        return present(connector, { nativeQuery: null, requests: 0, notHonoured })
      }
      if (dialect === undefined) return present(connector, { nativeQuery: null, requests: 0, notHonoured: [] })
      const written = writeNativeQuery({ node: rest, terms: { text: '', phrases } }, dialect)
      return present(connector, {
        nativeQuery: written.nativeQuery === '' ? null : written.nativeQuery,
        requests: written.requests.length,
        notHonoured: written.notHonoured,
      })
    }),
  ]
}

interface WrittenQuery {
  nativeQuery: string | null
  requests: number
  notHonoured: readonly string[]
}

function present({ key, label }: QueryTarget, { nativeQuery, requests, notHonoured }: WrittenQuery): QueryInSource {
  return {
    key,
    label,
    nativeQuery: nativeQuery === null ? null : nativeQuery.slice(0, 8000),
    requests,
    notHonoured: notHonoured.slice(0, 20).map((sentence) => sentence.slice(0, 500)),
  }
}
