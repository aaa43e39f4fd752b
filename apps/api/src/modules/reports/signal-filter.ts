import { wordsOfQuery, wordsWithoutTone } from '@auspex/analytics'
import type { DocumentKind, Provenance } from '@auspex/sdk/types'
import { type DocumentFilter, toMatching } from '../library/index.ts'
import type { CanonicalQuery } from './signal-query.ts'
import { queryInvalid } from './reports.errors.ts'

/** Kinds that a report lists as chatter; all others are listed as documents. */
export const chatterKinds: readonly DocumentKind[] = ['post', 'comment', 'question', 'answer']
export const documentKinds: readonly DocumentKind[] = ['article', 'video', 'paper', 'trial', 'filing']

/** The documents that a signal measures: those that match its query, real or demo by its provenance. */
export function toFilter({ echo, node }: CanonicalQuery, provenance: Provenance): DocumentFilter {
  return {
    world: provenance,
    ...toMatching(node),
    withoutTone: wordsWithoutTone(wordsOfQuery(node)),
    sources: echo.sources.length === 0 ? null : echo.sources,
    country: echo.geo,
    entity: echo.entity,
    fromDay: echo.startDate,
    toDay: echo.endDate,
    asOf: echo.asOf ?? null,
  }
}

/** A part of a signal's documents. Null or absent fields do not narrow. */
export interface Narrowing {
  entity?: string | null | undefined
  country?: string | null | undefined
  /** Days, both included. */
  fromDay?: string | null | undefined
  toDay?: string | null | undefined
  /** Instants, both included. */
  publishedFrom?: string | null | undefined
  publishedTo?: string | null | undefined
}

/** No document is dated outside the calendar, so this matches nothing. */
const noDay = { fromDay: '9999-12-31', toDay: '0001-01-01' }

/** Narrows a filter; a contradiction (another country) matches no document. Throws `signals.query_invalid` for a second entity. */
export function narrow(filter: DocumentFilter, part: Narrowing): DocumentFilter {
  const { entity = null, country = null, publishedFrom = null, publishedTo = null } = part
  if (entity !== null && filter.entity != null && filter.entity !== entity) {
    throw queryInvalid({
      pointer: '/entity',
      message: `This signal is about ${filter.entity} already; search the topic again to ask about another entity.`,
    })
  }
  const isContrary = country !== null && filter.country != null && filter.country !== country
  return {
    ...filter,
    entity: entity ?? filter.entity ?? null,
    country: country ?? filter.country ?? null,
    fromDay: latest(filter.fromDay, part.fromDay),
    toDay: earliest(filter.toDay, part.toDay),
    publishedFrom,
    publishedTo,
    ...(isContrary ? noDay : {}),
  }
}

function latest(a: string | null | undefined, b: string | null | undefined): string | null {
  return a == null || (b != null && b > a) ? (b ?? null) : a
}

function earliest(a: string | null | undefined, b: string | null | undefined): string | null {
  return a == null || (b != null && b < a) ? (b ?? null) : a
}
