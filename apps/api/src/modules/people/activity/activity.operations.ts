import type { Handlers } from '../../../http/handlers.ts'
import { type Actor, hasRole } from '../../../kernel/actor.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import type { People } from '../people.repository.ts'
import { activityOff, everybodyForbidden, personNotFound } from './activity.errors.ts'
import type { ActivityUsecases } from './activity.usecases.ts'

export type ActivityOperations = ReturnType<typeof createActivityOperations>

export interface ActivityOperationsDependencies {
  activity: ActivityUsecases
  people: People
  isRecorded: boolean
}

/** People's activity: their own, that of their organization, and that of everyone for administrators. */
export function createActivityOperations({ activity, people, isRecorded }: ActivityOperationsDependencies) {
  /** Throws `users.not_found` for a person of another organization, and `identity.forbidden`. */
  async function ownFilter({ userId, organizationId, ...actor }: Actor, requestedUserId: string | undefined) {
    if (requestedUserId === '-') {
      if (!hasRole({ userId, organizationId, ...actor }, 'godmode')) throw everybodyForbidden()
      return { userId: null, organizationId: null }
    }
    if (requestedUserId === undefined || requestedUserId === userId) return { userId, organizationId: null }
    if (organizationId === null || (await people.findColleagues(organizationId, [requestedUserId])).length === 0)
      throw personNotFound()
    // what a colleague did in an earlier organization is only visible there
    return { userId: requestedUserId, organizationId }
  }

  return {
    listActivity: async ({ query }, { actor }) => {
      const filter = { ...(await ownFilter(actor, query.userId)), searchTerm: query.searchTerm ?? null }
      return { status: 200, body: await activity.list(filter, { ...toPageRequest(query), cursor: query.cursor }) }
    },

    getActivityHeatmap: async ({ query }, { actor }) => ({
      status: 200,
      body: await activity.heatmap(await ownFilter(actor, query.userId), query.days ?? 90),
    }),

    listGodmodeActivity: async ({ query }) => {
      const filter = { ...anyFilter(query), searchTerm: query.searchTerm ?? null }
      return { status: 200, body: await activity.list(filter, { ...toPageRequest(query), cursor: query.cursor }) }
    },

    getGodmodeActivityHeatmap: async ({ query }) => ({
      status: 200,
      body: await activity.heatmap(anyFilter(query), query.days ?? 90),
    }),

    recordEvent: async ({ body }, { actor }) => {
      if (!isRecorded) throw activityOff()
      const [event] = await activity.record(actor, [body], () => '/time')
      if (event === undefined) throw new Error('An event was stored and not told of')
      return { status: 200, body: event }
    },

    recordEvents: async ({ body: { events } }, { actor }) => {
      if (!isRecorded) return { status: 200, body: { stored: 0 } }
      await activity.record(actor, events, (n) => `/events/${n}/time`)
      return { status: 200, body: { stored: events.length } }
    },
  } satisfies Partial<Handlers>
}

function anyFilter({ userId, organizationId }: { userId?: string | undefined; organizationId?: string | undefined }) {
  const toId = (id: string | undefined) => (id === undefined || id === '-' ? null : id)
  return { userId: toId(userId), organizationId: toId(organizationId) }
}
