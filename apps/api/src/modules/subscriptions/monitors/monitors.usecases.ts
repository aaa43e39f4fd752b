import { addDays } from '@auspex/analytics'
import type {
  DeletedSubscription,
  MonitorPreview,
  MonitorPreviewInput,
  MonitorSubscription,
  MonitorSubscriptionInput,
  MonitorSubscriptionPage,
  QueryEcho,
  WatchedQuery,
} from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { type CanonicalQuery, readSignalQuery, type Signals } from '../../signals/index.ts'
import {
  emailUnavailable,
  mostSubscriptions,
  subscriptionNotFound,
  tooManySubscriptions,
  webhookRefused,
} from '../subscriptions.errors.ts'
import type { WebhookSender } from '../webhooks/webhook-sender.port.ts'
import { toMonitorSeries } from './monitor-series.ts'
import type { MonitorsRepository, StoredMonitor } from './monitors.repository.ts'
import { measureOf, testRule, toBacktest, toPoints } from './test-rule.ts'

export interface MonitorsDependencies {
  repository: MonitorsRepository
  signals: Pick<Signals, 'save' | 'readReport'>
  webhooks: Pick<WebhookSender, 'check'>
  /** Takes back what still waits to be posted of a monitor. */
  dropDeliveries: (monitorId: string) => Promise<void>
  clock: Clock
  createId: CreateId
}

const usualCooldownHours = 24

export type MonitorsUsecases = ReturnType<typeof createMonitorsUsecases>

/** What a person can do with monitors. */
export function createMonitorsUsecases(deps: MonitorsDependencies) {
  const { repository, signals, webhooks, clock, createId } = deps
  const today = () => clock.now().toISOString().slice(0, 10)

  async function test(query: CanonicalQuery, { rule, cooldownHours = usualCooldownHours }: MonitorPreviewInput) {
    await signals.save(query)
    const series = toMonitorSeries(await signals.readReport(query.signalId), today())
    const tested = await testRule(series, { rule, cooldownHours })
    return { series, tested, backtest: toBacktest(tested, series) }
  }

  /** The address to post to; null without that channel. Throws a 422. */
  async function webhookOf({ channels, webhookUrl }: MonitorSubscriptionInput): Promise<string | null> {
    if (channels?.includes('email')) throw emailUnavailable()
    if (!channels?.includes('webhook')) return null
    if (webhookUrl == null) throw webhookRefused('No address was given.')
    const refused = await webhooks.check(webhookUrl)
    if (refused !== null) throw webhookRefused(refused)
    return webhookUrl
  }

  return {
    async list(userId: string, page: PageRequest): Promise<MonitorSubscriptionPage> {
      const { items, total } = await repository.list(userId, page)
      return { items: items.map(present), page: toPageInfo(page, total) }
    },

    /** What a rule would have done. Throws when the query cannot be read. */
    async preview(input: MonitorPreviewInput): Promise<MonitorPreview> {
      const query = readSignalQuery(input.query)
      const { series, tested, backtest } = await test(query, input)
      const { signalId, echo } = query
      return { signalId, title: echo.title, ...measureOf(input.rule), backtest, points: toPoints(tested, series) }
    },

    /** Throws when the query cannot be read, a channel cannot be used, or there are too many. */
    async create(userId: string, input: MonitorSubscriptionInput): Promise<MonitorSubscription> {
      const query = readSignalQuery(input.query)
      const webhookUrl = await webhookOf(input)
      if ((await repository.count(userId)) >= mostSubscriptions) throw tooManySubscriptions('monitors')
      const { tested, backtest } = await test(query, input)
      const monitor: StoredMonitor = {
        id: createId('sub'),
        userId,
        signalId: query.signalId,
        title: query.echo.title,
        query: toWatchedQuery(query.echo),
        rule: input.rule,
        channels: input.channels ?? ['inbox'],
        webhookUrl,
        cooldownHours: input.cooldownHours ?? usualCooldownHours,
        backtest,
        createdAt: clock.now(),
        lastFiredAt: null,
        settledDay: backtest.lastDay ?? addDays(today(), -1),
        // it told nobody yet, so no cooldown runs
        settled: { ...tested.state, lastFiredDay: null },
        checkedAt: null,
      }
      if (!(await repository.insert(monitor))) throw tooManySubscriptions('monitors')
      return present(monitor)
    },

    /** Throws `subscriptions.not_found`. */
    async delete(userId: string, id: string): Promise<DeletedSubscription> {
      if (!(await repository.delete(userId, id))) throw subscriptionNotFound()
      await deps.dropDeliveries(id)
      return { id, deleted: true }
    },
  }
}

function present(monitor: StoredMonitor): MonitorSubscription {
  const {
    userId: _owner,
    settledDay: _day,
    settled: _state,
    checkedAt: _checked,
    createdAt,
    lastFiredAt,
    ...shown
  } = monitor
  return { ...shown, createdAt: createdAt.toISOString(), lastFiredAt: lastFiredAt?.toISOString() ?? null }
}

function toWatchedQuery({ query_term, x_term, y_term, isCompound, geo, entity, sources }: QueryEcho): WatchedQuery {
  return { query_term, x_term, y_term, isCompound, geo, entity, sources }
}
