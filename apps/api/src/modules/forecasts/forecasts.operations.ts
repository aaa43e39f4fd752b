import type { Handlers } from '../../http/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import { toPageInfo, toPageRequest } from '../../kernel/page.ts'
import type { ForecastsRepository } from './forecasts.repository.ts'
import { toScoreboard, toStoredForecast } from './scoreboard.ts'

export type ForecastsOperations = Pick<Handlers, 'getScoreboard' | 'listForecasts'>

/** The operations of forecasts. Signals are public questions, and the scoreboard holds none of them. */
export function createForecastsOperations({
  repository,
  clock,
}: {
  repository: ForecastsRepository
  clock: Clock
}): ForecastsOperations {
  return {
    getScoreboard: async () => ({
      status: 200,
      body: toScoreboard(await repository.sumUp(), clock.now().toISOString().slice(0, 10)),
    }),
    listForecasts: async ({ query }) => {
      const request = toPageRequest(query)
      const { items, total } = await repository.list({ signalId: query.signalId, state: query.state }, request)
      return { status: 200, body: { items: items.map(toStoredForecast), page: toPageInfo(request, total) } }
    },
  }
}
