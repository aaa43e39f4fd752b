import {
  type DescribableQuery,
  describeQuery as describe,
  describeQueryParts as describeParts,
  type QueryDescription,
} from '@auspex/analytics'
import { sourceLabel } from '@auspex/sources'

/** What was counted, with the names of this server's sources: "bitcoin from China". */
export function describeQuery(query: DescribableQuery): string {
  return describe(query, sourceLabel)
}

/** The same, in parts that sentences put in different places. */
export function describeQueryParts(query: DescribableQuery): QueryDescription {
  return describeParts(query, sourceLabel)
}
