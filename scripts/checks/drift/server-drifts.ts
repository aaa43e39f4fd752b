import type { Reply } from './real-api.ts'

/** A change of the server that the contract does not follow. */
export interface ServerDrift {
  name: string
  operationId: string
  /** Changes a response before it is sent. */
  change(reply: Reply): Reply
}

type Body = Record<string, unknown>

function onSuccess(edit: (body: Body) => unknown) {
  return (reply: Reply): Reply =>
    reply.status === 200 ? { ...reply, body: JSON.stringify(edit(JSON.parse(reply.body) as Body)) } : reply
} // responses of these operations are objects

function onRefusal(edit: (reply: Reply) => Reply) {
  return (reply: Reply): Reply => (reply.status === 422 ? edit(reply) : reply)
}

function editItems(edit: (item: Body) => Body) {
  return onSuccess((body) => ({ ...body, items: (body['items'] as Body[]).map(edit) }))
} // lists have items

function without(body: Body, name: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
}

export const serverDrifts: readonly ServerDrift[] = [
  { name: 'forgets a field', operationId: 'getMe', change: onSuccess((body) => without(body, 'roles')) },
  {
    name: 'renames a field',
    operationId: 'getMe',
    change: onSuccess(({ onboarding, ...body }) => ({ ...body, onBoarding: onboarding })),
  },
  {
    name: 'sends a number as text',
    operationId: 'listSources',
    change: editItems((item) => ({ ...item, documents: '12' })),
  },
  {
    name: 'sends null where nothing may be missing',
    operationId: 'listCategories',
    change: editItems((item) => ({ ...item, id: null })),
  },
  {
    name: 'sends a status that no client knows',
    operationId: 'startImport',
    change: onSuccess((body) => ({ ...body, state: 'paused' })),
  },
  { name: 'counts below zero', operationId: 'startImport', change: onSuccess((body) => ({ ...body, stored: -1 })) },
  {
    name: 'writes dates its own way',
    operationId: 'saveRecentSearch',
    change: onSuccess(({ ...body }) => replaceDates(body)),
  },
  { name: 'answers a bare list', operationId: 'listIndustries', change: onSuccess(({ items }) => items) },
  {
    name: 'answers 204 without a body',
    operationId: 'clearRecentSearches',
    change: (reply) => (reply.status === 200 ? { ...reply, status: 204, body: '' } : reply),
  },
  {
    name: 'answers 201 for 200',
    operationId: 'saveRecentSearch',
    change: (reply) => (reply.status === 200 ? { ...reply, status: 201 } : reply),
  },
  {
    name: 'calls JSON text',
    operationId: 'listIndustries',
    change: (reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }),
  },
  {
    name: 'refuses with 400 for 422',
    operationId: 'startImport',
    change: onRefusal((reply) => ({ ...reply, status: 400 })),
  },
  {
    name: 'answers a refusal with an empty success',
    operationId: 'smartRedirect',
    change: onRefusal((reply) => ({
      ...reply,
      status: 200,
      body: '{"signalId":"sig_a1","path":"/signals/sig_a1","exists":false}',
      headers: { ...reply.headers, 'content-type': 'application/json' },
    })),
  },
  {
    name: 'refuses what the contract allows',
    operationId: 'listIndustries',
    change: (reply) => ({
      ...reply,
      status: 422,
      headers: { ...reply.headers, 'content-type': 'application/problem+json' },
      body: JSON.stringify({
        type: 'about:blank',
        title: 'No',
        status: 422,
        code: 'request.invalid',
        requestId: reply.headers['x-request-id'],
      }),
    }),
  },
  {
    name: 'sends problems without their code',
    operationId: 'startImport',
    change: onRefusal((reply) => ({ ...reply, body: JSON.stringify(without(JSON.parse(reply.body) as Body, 'code')) })),
  },
  {
    name: 'lets the problem say another status',
    operationId: 'startImport',
    change: onRefusal((reply) => ({
      ...reply,
      body: JSON.stringify({ ...(JSON.parse(reply.body) as Body), status: 400 }),
    })),
  },
  {
    name: 'sends a header that nobody documented',
    operationId: 'getStatus',
    change: (reply) => ({ ...reply, headers: { ...reply.headers, 'x-powered-by': 'a framework' } }),
  },
]

function replaceDates(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).toUTCString()
  if (Array.isArray(value)) return value.map(replaceDates)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceDates(inner)]))
}
