import { addDays, freshState } from '@auspex/analytics'
import type {
  DeletedSubscription,
  MonitorChanges,
  MonitorDryRun,
  MonitorPreview,
  MonitorPreviewInput,
  MonitorRule,
  MonitorSubscription,
  MonitorSubscriptionInput,
  MonitorSubscriptionPage,
  QueryEcho,
  WatchedQuery,
} from '@auspex/sdk/types'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { ConditionRegister } from '../../clinical/index.ts'
import type { DocumentsModule } from '../../library/index.ts'
import { readSignalQuery, type Signals } from '../../reports/index.ts'
import { type AccessReader, requireModules } from '../../people/index.ts'
import {
  emailUnavailable,
  mostSubscriptions,
  subscriptionNotFound,
  tooManySubscriptions,
  webhookRefused,
} from '../subscriptions.errors.ts'
import type { WebhookSender } from '../webhooks/webhook-sender.port.ts'
import { toAlert } from './alert-words.ts'
import { conditionOf, isConditionRule, modulesOfRule, type SignalRule, noBacktest } from './condition-rules.ts'
import { toMonitorSeries } from './monitor-series.ts'
import type { MonitorsRepository, StoredMonitor } from './monitors.repository.ts'
import { presentMonitor } from './present-monitor.ts'
import { extendRecent } from './recent-days.ts'
import { sendTest, type SendTestDependencies } from './send-test.ts'
import { measureOf, testRule, toBacktest, toPoints } from './test-rule.ts'

export interface MonitorsDependencies extends SendTestDependencies {
  repository: MonitorsRepository
  signals: Signals
  documents: DocumentsModule
  webhooks: WebhookSender
  conditions: ConditionRegister
  access: AccessReader
  /** Cancels the pending deliveries of a monitor. */
  dropDeliveries: (monitorId: string, reason: string) => Promise<void>
}

const usualCooldownHours = 24

export type MonitorsUsecases = ReturnType<typeof createMonitorsUsecases>

/** Use cases of monitors. */
export function createMonitorsUsecases(deps: MonitorsDependencies) {
  const { repository, signals, documents, webhooks, conditions, access, clock, createId } = deps
  const today = () => clock.now().toISOString().slice(0, 10)

  async function testSignal(signalId: string, { rule, cooldownHours }: { rule: SignalRule; cooldownHours: number }) {
    const series = toMonitorSeries(await signals.readReport(signalId), today())
    const tested = await testRule(series, { rule, cooldownHours })
    return { series, tested, backtest: toBacktest(tested, series) }
  }

  /** The initial state of a monitor: it starts after the last completed day, for which no alert is sent. */
  async function beginWatch(
    { signalId, query }: Pick<StoredMonitor, 'signalId' | 'query'>,
    { rule, cooldownHours }: { rule: MonitorRule; cooldownHours: number },
  ) {
    if (isConditionRule(rule)) {
      conditionOf(query)
      conditions.ensureAsked()
      return { backtest: noBacktest, recent: null, settledDay: addDays(today(), -1), settled: freshState }
    }
    const { series, tested, backtest } = await testSignal(signalId, { rule, cooldownHours })
    return {
      backtest,
      recent: extendRecent(null, tested.days, { series, rule }),
      settledDay: backtest.lastDay ?? addDays(today(), -1),
      // no alert was sent yet, so no cooldown is running
      settled: { ...tested.state, lastFiredDay: null },
    }
  }

  /** The URL to post to; null without that channel. Throws a 422. */
  async function webhookOf({
    channels,
    webhookUrl,
  }: Pick<MonitorSubscriptionInput, 'channels' | 'webhookUrl'>): Promise<string | null> {
    if (channels?.includes('email')) throw emailUnavailable()
    if (!channels?.includes('webhook')) return null
    if (webhookUrl == null) throw webhookRefused('No address was given.')
    const refused = await webhooks.check(webhookUrl)
    if (refused !== null) throw webhookRefused(refused)
    return webhookUrl
  }

  async function present(monitors: readonly StoredMonitor[]): Promise<MonitorSubscription[]> {
    const library = await documents.librarySummary()
    return monitors.map((monitor) => presentMonitor(monitor, { library, now: clock.now() }))
  }

  async function presentOne(monitor: StoredMonitor): Promise<MonitorSubscription> {
    return presentMonitor(monitor, { library: await documents.librarySummary(), now: clock.now() })
  }

  async function findOwn(userId: string, id: string): Promise<StoredMonitor> {
    const monitor = await repository.find(userId, id)
    if (monitor === undefined) throw subscriptionNotFound()
    await requireModules(access, userId, modulesOfRule(monitor.rule))
    return monitor
  }

  return {
    async list(userId: string, page: PageRequest): Promise<MonitorSubscriptionPage> {
      const { off } = await access.find(userId)
      const { items, total } = await repository.list(userId, page, { withConditions: !off.has('clinical') })
      return { items: await present(items), page: toPageInfo(page, total) }
    },

    /** What a rule would have done. Throws when the query cannot be parsed. */
    async preview(input: MonitorPreviewInput): Promise<MonitorPreview> {
      const query = readSignalQuery(input.query, '/query')
      const { signalId, echo } = query
      await signals.save(query)
      const { rule, cooldownHours = usualCooldownHours } = input
      const preview = { signalId, title: nameOf(echo), ...measureOf(rule) }
      if (isConditionRule(rule)) {
        conditionOf(toWatchedQuery(echo))
        return { ...preview, backtest: noBacktest, points: [] }
      }
      const { series, tested, backtest } = await testSignal(signalId, { rule, cooldownHours })
      return { ...preview, backtest, points: toPoints(tested, series) }
    },

    /** Throws when the query cannot be parsed, a channel cannot be used, or the person has too many monitors. */
    async create(userId: string, input: MonitorSubscriptionInput): Promise<MonitorSubscription> {
      const query = readSignalQuery(input.query, '/query')
      const webhookUrl = await webhookOf(input)
      if ((await repository.count(userId)) >= mostSubscriptions) throw tooManySubscriptions('monitors')
      const { rule, cooldownHours = usualCooldownHours } = input
      const watched = { signalId: query.signalId, query: toWatchedQuery(query.echo) }
      await signals.save(query)
      const monitor: StoredMonitor = {
        id: createId('sub'),
        userId,
        ...watched,
        title: nameOf(query.echo),
        name: input.name ?? null,
        rule,
        channels: input.channels ?? ['inbox'],
        webhookUrl,
        cooldownHours,
        isPaused: input.isPaused ?? false,
        snoozedUntil: toMoment(input.snoozedUntil),
        ...(await beginWatch(watched, { rule, cooldownHours })),
        createdAt: clock.now(),
        lastFiredAt: null,
        checkedAt: null,
        changes: 0,
      }
      if (!(await repository.insert(monitor))) throw tooManySubscriptions('monitors')
      return presentOne(monitor)
    },

    /** Throws `subscriptions.not_found`, or a 422 for a channel that cannot be used. */
    async update(userId: string, id: string, changes: MonitorChanges): Promise<MonitorSubscription> {
      const before = await findOwn(userId, id)
      const { rule = before.rule, cooldownHours = before.cooldownHours, channels = before.channels } = changes
      // pausing alone needs no DNS lookup
      const changesChannels = changes.channels !== undefined || changes.webhookUrl !== undefined
      const webhookUrl = changesChannels
        ? await webhookOf({
            channels,
            webhookUrl: changes.webhookUrl === undefined ? before.webhookUrl : changes.webhookUrl,
          })
        : before.webhookUrl
      const hasNewRule = JSON.stringify(rule) !== JSON.stringify(before.rule)
      const initialState =
        hasNewRule || cooldownHours !== before.cooldownHours ? await beginWatch(before, { rule, cooldownHours }) : null
      const after: StoredMonitor = {
        ...before,
        name: changes.name === undefined ? before.name : changes.name,
        rule,
        channels,
        webhookUrl,
        cooldownHours,
        isPaused: changes.isPaused ?? before.isPaused,
        snoozedUntil: changes.snoozedUntil === undefined ? before.snoozedUntil : toMoment(changes.snoozedUntil),
        ...(initialState !== null && (hasNewRule ? initialState : { backtest: initialState.backtest })),
      }
      if (!(await repository.update(after, { restarts: hasNewRule }))) throw subscriptionNotFound()
      if (webhookUrl !== before.webhookUrl) await deps.dropDeliveries(id, 'The monitor posts to another address now.')
      return presentOne(after)
    },

    /** The alerts that it would have sent in the last days. Throws `subscriptions.not_found`. */
    async dryRun(userId: string, id: string, days: number): Promise<MonitorDryRun> {
      const { signalId, rule, cooldownHours } = await findOwn(userId, id)
      if (isConditionRule(rule)) return { id, firstDay: null, lastDay: null, judgedDays: 0, alerts: [] }
      const { tested, backtest } = await testSignal(signalId, { rule, cooldownHours })
      const looked = tested.days.slice(-days)
      const alerts = looked.filter(({ fired }) => fired).map((judged) => toAlert(id, rule, judged))
      return {
        id,
        firstDay: looked[0]?.day ?? null,
        lastDay: backtest.lastDay,
        judgedDays: looked.filter(({ holds }) => holds !== null).length,
        alerts: alerts.toReversed().map(({ toDay, reason, value }) => ({ day: toDay, reason, value })),
      }
    },

    async sendTest(userId: string, id: string, signal: AbortSignal) {
      await findOwn(userId, id)
      return sendTest({ userId, id, signal }, deps)
    },

    /** Throws `subscriptions.not_found`. */
    async delete(userId: string, id: string): Promise<DeletedSubscription> {
      if (!(await repository.delete(userId, id))) throw subscriptionNotFound()
      await deps.dropDeliveries(id, 'The monitor was deleted.')
      return { id, deleted: true }
    },
  }
}

function toMoment(text: string | null | undefined): Date | null {
  return text == null ? null : new Date(text)
}

/** The query including its filters, because an alert is read without the form it was created in. */
function nameOf({ subject, title }: QueryEcho): string {
  return subject ?? title
}

function toWatchedQuery({ query_term, x_term, y_term, isCompound, geo, entity, sources }: QueryEcho): WatchedQuery {
  return { query_term, x_term, y_term, isCompound, geo, entity, sources }
}
