import { jsonType, mediaTypeOf } from '@auspex/contract'
import type { StagedReply } from './staged-reply.ts'
import { change, type Effect, type Scenario } from './scenario.ts'

const hugePage = 200

/** Scenarios of what the product answers: successes that bear bad news. */
export const contents: readonly Scenario[] = [
  {
    name: 'data-too-sparse',
    summary: 'Searches end in data-too-sparse: too few documents match for a report.',
    value: null,
    effect: () => onSuccess((body) => ('needed' in body && 'matched' in body ? tooSparse(body) : body)),
  },
  {
    name: 'product-error',
    summary:
      'Answers 200 with message "error", as the specification’s older services do; clients must not take it for a success.',
    value: null,
    effect: () => onSuccess(() => ({ message: 'error' })),
  },
  {
    name: 'empty',
    summary: 'Lists are empty.',
    value: null,
    effect: () => onSuccess((body) => (Array.isArray(body['items']) ? withItems(body, []) : body)),
  },
  {
    name: 'huge-page',
    summary: `Lists have so many items (at most what the contract allows, ${hugePage} by default).`,
    value: { unit: 'items', min: 1, max: 10_000, fallback: hugePage },
    effect: (count) =>
      change((reply, { operation }) =>
        reshape(reply, (body) => {
          const { items } = body
          if (!Array.isArray(items) || items.length === 0) return body
          const check = operation.responses.get(reply.status)?.get(jsonType)
          // halved until the contract allows it: short fixed lists have an upper bound of their own
          for (let most = count; most > 0; most = Math.floor(most / 2)) {
            const full = withItems(body, copies(items, most))
            if (check === undefined || check(full).length === 0) return full
          }
          return body
        }),
      ),
  },
]

type Body = Record<string, unknown>

function onSuccess(apply: (body: Body) => Body): Effect {
  return change((reply) => reshape(reply, apply))
}

/** Changes the JSON object of a success; anything else is left alone. */
function reshape(reply: StagedReply, apply: (body: Body) => Body): StagedReply {
  if (reply.status >= 300 || typeof reply.body !== 'string') return reply
  if (mediaTypeOf(reply.headers['content-type']) !== jsonType) return reply
  const body: unknown = JSON.parse(reply.body)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return reply
  return { ...reply, body: JSON.stringify(apply(body as Body)) } // an object by the lines above
}

function tooSparse(body: Body): Body {
  return {
    ...body,
    status: 'failed',
    message: 'data-too-sparse',
    matched: 3,
    needed: 10,
    suggestions: ['Search a broader term', 'Widen the dates'],
    finishedAt: body['finishedAt'] ?? body['startedAt'],
  }
}

function withItems(body: Body, items: unknown[]): Body {
  const { page } = body
  if (typeof page !== 'object' || page === null || !('perPage' in page)) return { ...body, items }
  const total = items.length
  return {
    ...body,
    items,
    page: {
      ...page,
      page: 1,
      perPage: Math.max(1, Math.min(hugePage, total || 20)),
      total,
      totalPages: total === 0 ? 0 : Math.max(1, Math.ceil(total / hugePage)),
      nextCursor: null,
    },
  }
}

/** Repeats items in turn; copies get ids of their own, so that a screen's keys stay unique. */
function copies(items: readonly unknown[], count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => {
    const item = items[index % items.length]
    if (index < items.length || typeof item !== 'object' || item === null) return item
    const { id } = item as Body // an object by the line above
    return typeof id === 'string' ? { ...item, id: `${id.slice(0, 36)}${index}` } : item
  })
}
