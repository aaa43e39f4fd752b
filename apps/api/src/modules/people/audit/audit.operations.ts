import { Readable } from 'node:stream'
import { FileBody } from '../../../http/file-body.ts'
import type { Handlers, Input } from '../../../http/handlers.ts'
import { CodedError } from '../../../kernel/errors.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import type { AuditFilter } from './audit.repository.ts'
import { type AuditDependencies, listAuditEntries, readAuditEntries } from './audit.usecases.ts'

export type AuditOperations = ReturnType<typeof createAuditOperations>

/** Reads the audit trail; no operation writes it. */
export function createAuditOperations(deps: AuditDependencies) {
  return {
    listAuditEntries: async ({ query }) => {
      const page = { ...toPageRequest(query), cursor: query.cursor }
      return { status: 200, body: await listAuditEntries({ filter: readFilter(query), page }, deps) }
    },

    exportAuditEntries: async ({ query }, { signal }) => {
      const lines = readAuditEntries({ filter: readFilter(query), signal }, deps)
      // read before the response headers are sent, so that a database failure gives a 503 and not a truncated file
      const first = await lines.next()
      return {
        status: 200,
        body: new FileBody({ mediaType: 'application/x-ndjson', stream: Readable.from(resume(first, lines)) }),
        headers: {
          'content-disposition': `attachment; filename="audit-${deps.clock.now().toISOString().slice(0, 10)}.ndjson"`,
        },
      }
    },
  } satisfies Partial<Handlers>
}

async function* resume(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}

/** Throws `audit.period_invalid`. */
function readFilter({
  organizationId,
  userId,
  searchTerm,
  from,
  to,
}: Input<'exportAuditEntries'>['query']): AuditFilter {
  const filter = {
    organizationId: organizationId === undefined || organizationId === '-' ? null : organizationId,
    userId: userId === undefined || userId === '-' ? null : userId,
    searchTerm: searchTerm ?? null,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
  if (filter.from !== null && filter.to !== null && filter.to <= filter.from) throw periodInvalid()
  return filter
}

function periodInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'audit.period_invalid',
    title: 'The period ends before it begins',
    detail: 'Choose an end that is later than the start.',
    fields: [{ in: 'query', pointer: '/to', message: 'must be later than from' }],
  })
}
