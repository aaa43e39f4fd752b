import { Readable } from 'node:stream'
import { FileBody } from '../../../http/file-body.ts'
import type { Handlers, Input } from '../../../http/handlers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import { readAddress } from './security-event-row.ts'
import { addressInvalid, periodInvalid } from '../people.errors.ts'
import type { SecurityEventFilter } from './security-events.repository.ts'
import { listSecurityEvents, readSecurityEvents, type SecurityLogDependencies } from './security-events.usecases.ts'

export type SecurityEventsOperations = ReturnType<typeof createSecurityEventsOperations>

/** The operations of the security log. Reading it is itself logged. */
export function createSecurityEventsOperations(deps: SecurityLogDependencies) {
  return {
    listSecurityEvents: async ({ query }, { recordSecurityEvent }) => {
      const filter = readFilter(query)
      const page = { ...toPageRequest(query), cursor: query.cursor }
      const body = await listSecurityEvents({ filter, page }, deps)
      recordSecurityEvent('security-log.read', { ...toFacts(filter), events: body.items.length })
      return { status: 200, body }
    },

    exportSecurityEvents: async ({ query }, { recordSecurityEvent, signal }) => {
      const filter = readFilter(query)
      const lines = readSecurityEvents({ filter, signal }, deps)
      // read before the response headers are sent, so that a database failure gives a 503 and not a truncated file
      const first = await lines.next()
      recordSecurityEvent('security-log.exported', toFacts(filter))
      return {
        status: 200,
        body: new FileBody({ mediaType: 'application/x-ndjson', stream: Readable.from(resume(first, lines)) }),
        headers: {
          'content-disposition': `attachment; filename="security-events-${deps.clock.now().toISOString().slice(0, 10)}.ndjson"`,
        },
      }
    },
  } satisfies Partial<Handlers>
}

async function* resume(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done === true) return
  yield first.value
  yield* rest
}

/** Throws `security.address_invalid` and `security.period_invalid`. */
function readFilter({ name, userId, address, from, to }: Input<'exportSecurityEvents'>['query']): SecurityEventFilter {
  const filter = {
    name: name ?? null,
    userId: userId === undefined || userId === '-' ? null : userId,
    address: readAddress(address),
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
  if (address !== undefined && filter.address === null) throw addressInvalid()
  if (filter.from !== null && filter.to !== null && filter.to <= filter.from) throw periodInvalid()
  return filter
}

/** The filter for the log, in validated form: nothing in it is as it was typed. */
function toFacts({ name, userId, address, from, to }: SecurityEventFilter) {
  return {
    ofName: name,
    ofUser: userId,
    ofAddress: address,
    from: from?.toISOString(),
    to: to?.toISOString(),
  }
}
