import { allOf, anyOf, canonicalQuery, describeQuery, mergeBounds, parseQuery, type QueryNode } from '@auspex/analytics'
import type { QueryEcho, SignalQuery } from '@auspex/sdk/types'
import { seedOf } from '../generate/generator.ts'
import { Refusal } from '../http/problem.ts'
import { sourceLabel } from './sources.ts'

/** A query as the server reads it: what is echoed, its conditions, and what makes two queries the same signal. */
export interface WorldQuery {
  echo: QueryEcho
  node: QueryNode
  identity: string
}

const maxSubjectLength = 600

/** Reads a query as the server does; null for one that it would refuse. */
export function readWorldQuery(input: SignalQuery): WorldQuery | null {
  const [term, x, y] = [tidy(input.query_term), tidy(input.x_term), tidy(input.y_term)]
  const isPair = y !== ''
  const nodes = (isPair ? [x, y] : [x === '' ? term : x]).map((text) => {
    const read = parseQuery(text)
    return read.ok ? read.query : null
  })
  const known = nodes.filter((node) => node !== null)
  if (known.length < nodes.length) return null
  const isCompound = isPair && input.isCompound === true
  const { node, ...bounds } = mergeBounds(isCompound ? allOf(known) : anyOf(known), input)
  const only = x === '' ? term : x
  const words = isPair
    ? { title: `${x} ${isCompound ? 'and' : 'or'} ${y}`, query_term: null, x_term: x, y_term: y }
    : { title: only, query_term: only, x_term: null, y_term: null }
  const entity = tidy(input.entity) || null
  const canonical = canonicalQuery(node)
  const described = { ...words, isCompound, canonical, entity, ...bounds }
  const subject = describeQuery(described, sourceLabel).slice(0, maxSubjectLength)
  const identity = JSON.stringify([canonical, entity?.toLowerCase() ?? null, Object.values(bounds)])
  return { echo: { ...described, subject }, node, identity }
}

/** A part of a signal. Null and absent fields do not narrow. */
export interface WorldPart {
  entity?: string | null | undefined
  geo?: string | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
}

/** The query for a part of its documents; its numbers are those of a search for that part. Throws a `Refusal` (422) for days outside of its own. */
export function narrowQuery(query: WorldQuery, { entity, geo, from, to }: WorldPart): WorldQuery {
  const { echo } = query
  const part: SignalQuery = {
    ...echo,
    entity: tidy(entity) || echo.entity,
    geo: geo ?? echo.geo,
    startDate:
      [from, echo.startDate]
        .flatMap((day) => day ?? [])
        .toSorted()
        .at(-1) ?? null,
    endDate: [to, echo.endDate].flatMap((day) => day ?? []).toSorted()[0] ?? null,
  }
  const isReversed = part.startDate != null && part.endDate != null && part.startDate > part.endDate
  if (isReversed && (part.startDate !== echo.startDate || part.endDate !== echo.endDate))
    throw new Refusal({
      status: 422,
      code: 'signals.query_invalid',
      title: 'The last day is before the first day.',
      errors: [{ in: 'body', pointer: '/endDate', message: 'The last day is before the first day.' }],
    })
  return readWorldQuery(part) ?? query
}

/** The id of a signal that nothing has named yet. */
export function newSignalId(identity: string): string {
  return `sig_${[1, 2, 3].map((seed) => seedOf(seed, identity).toString(36).padStart(7, '0')).join('')}`
}

function tidy(text: string | null | undefined): string {
  return (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim()
}
