import {
  addDays,
  extendRecent,
  initialMonitorState,
  isConditionRule,
  ruleMeasure,
  toBacktest,
  toDryRun,
  toMonitorSeries,
  toPoints,
} from '@auspex/analytics'
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
  MonitorTestNotification,
  QueryEcho,
  WatchedQuery,
} from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { readSignalQuery } from '../../reports/index.ts'
import { requireModules } from '../../people/index.ts'
import { checkDestinations, requireSender } from '../destinations/destinations.usecases.ts'
import {
  emailUnavailable,
  maxSubscriptions,
  subscriptionNotFound,
  tooManySubscriptions,
  webhookRefused,
  webhookUnused,
} from '../monitors.errors.ts'
import { conditionOf, modulesOfRule, type SignalRule, noBacktest, testRule } from './monitor-rules.ts'
import type { MonitorDependencies } from './monitor-dependencies.ts'
import type { StoredMonitor } from './monitors.repository.ts'
import { presentMonitor } from './present-monitor.ts'
import { sendTestMessages } from './send-test.ts'

const defaultCooldownHours = 24

/** The rule of a monitor, and how long it is silent after an alert. */
interface Terms<Rule> {
  rule: Rule
  cooldownHours: number
}

export async function listMonitors(
  page: PageRequest,
  { userId }: Actor,
  deps: MonitorDependencies,
): Promise<MonitorSubscriptionPage> {
  const { off } = await deps.access.find(userId)
  const { items, total } = await deps.monitors.list(userId, page, { withConditions: !off.has('clinical') })
  const library = await deps.documents.librarySummary()
  const presented = items.map((monitor) => presentMonitor(monitor, { library, now: deps.clock.now() }))
  return { items: presented, page: toPageInfo(page, total) }
}

/** What a rule would have done. Throws when the query cannot be parsed. */
export async function previewMonitor(input: MonitorPreviewInput, deps: MonitorDependencies): Promise<MonitorPreview> {
  const query = readSignalQuery(input.query, '/query')
  const { signalId, echo } = query
  await deps.signals.save(query)
  const { rule, cooldownHours = defaultCooldownHours } = input
  const preview = { signalId, title: nameOf(echo), ...ruleMeasure(rule) }
  if (isConditionRule(rule)) {
    conditionOf(toWatchedQuery(echo))
    return { ...preview, backtest: noBacktest, points: [] }
  }
  const { series, tested, backtest } = await testSignal(signalId, { rule, cooldownHours }, deps)
  return { ...preview, backtest, points: toPoints(tested, series) }
}

/** Throws when the query cannot be parsed, a channel cannot be used, or the person has too many monitors. */
export async function createMonitor(
  input: MonitorSubscriptionInput,
  actor: Actor,
  deps: MonitorDependencies,
): Promise<MonitorSubscription> {
  const { userId } = actor
  const { monitors, clock } = deps
  const query = readSignalQuery(input.query, '/query')
  refuseUnusedAddress(input.channels, input.webhookUrl)
  const webhookUrl = await checkChannels(input, actor, deps)
  const { destinationIds = [] } = input
  await checkDestinations(destinationIds, userId, deps)
  if ((await monitors.count(userId)) >= maxSubscriptions) throw tooManySubscriptions('monitors')
  const { rule, cooldownHours = defaultCooldownHours } = input
  const watched = { signalId: query.signalId, query: toWatchedQuery(query.echo) }
  await deps.signals.save(query)
  const monitor: StoredMonitor = {
    id: deps.createId('sub'),
    userId,
    ...watched,
    title: nameOf(query.echo),
    name: input.name ?? null,
    rule,
    channels: input.channels ?? ['inbox'],
    webhookUrl,
    destinationIds: [...destinationIds],
    cooldownHours,
    isPaused: input.isPaused ?? false,
    snoozedUntil: toMoment(input.snoozedUntil),
    ...(await beginWatch(watched, { rule, cooldownHours }, deps)),
    createdAt: clock.now(),
    lastFiredAt: null,
    checkedAt: null,
    changes: 0,
  }
  if (!(await monitors.insert(monitor))) throw tooManySubscriptions('monitors')
  return present(monitor, deps)
}

/** Throws `subscriptions.not_found`, or a 422 for a channel that cannot be used. */
export async function updateMonitor(
  { id, changes }: { id: string; changes: MonitorChanges },
  actor: Actor,
  deps: MonitorDependencies,
): Promise<MonitorSubscription> {
  const before = await findMonitor(id, actor, deps)
  const { rule = before.rule, cooldownHours = before.cooldownHours, channels = before.channels } = changes
  refuseUnusedAddress(channels, changes.webhookUrl)
  // pausing alone needs no DNS lookup
  const changesChannels = changes.channels !== undefined || changes.webhookUrl !== undefined
  const webhookUrl = changesChannels
    ? await checkChannels(
        { channels, webhookUrl: changes.webhookUrl === undefined ? before.webhookUrl : changes.webhookUrl },
        actor,
        deps,
      )
    : before.webhookUrl
  const { destinationIds = before.destinationIds } = changes
  if (changes.destinationIds !== undefined) await checkDestinations(destinationIds, actor.userId, deps)
  const hasNewRule = JSON.stringify(rule) !== JSON.stringify(before.rule)
  const initialState =
    hasNewRule || cooldownHours !== before.cooldownHours
      ? await beginWatch(before, { rule, cooldownHours }, deps)
      : null
  const after: StoredMonitor = {
    ...before,
    name: changes.name === undefined ? before.name : changes.name,
    rule,
    channels,
    webhookUrl,
    destinationIds: [...destinationIds],
    cooldownHours,
    isPaused: changes.isPaused ?? before.isPaused,
    snoozedUntil: changes.snoozedUntil === undefined ? before.snoozedUntil : toMoment(changes.snoozedUntil),
    ...(initialState !== null && (hasNewRule ? initialState : { backtest: initialState.backtest })),
  }
  if (!(await deps.monitors.update(after, { restarts: hasNewRule }))) throw subscriptionNotFound()
  if (webhookUrl !== before.webhookUrl) await deps.deliveries.dropOf(id, 'The monitor posts to another address now.')
  return present(after, deps)
}

/** The alerts that it would have sent in the last days. Throws `subscriptions.not_found`. */
export async function dryRunMonitor(
  { id, days }: { id: string; days: number },
  actor: Actor,
  deps: MonitorDependencies,
): Promise<MonitorDryRun> {
  const { signalId, rule, cooldownHours } = await findMonitor(id, actor, deps)
  if (isConditionRule(rule)) return { id, firstDay: null, lastDay: null, judgedDays: 0, alerts: [] }
  const { tested } = await testSignal(signalId, { rule, cooldownHours }, deps)
  return toDryRun(tested, { id, rule, days })
}

/** Throws `subscriptions.not_found` and `subscriptions.tested_recently`. */
export async function sendTestNotification(
  { id, signal }: { id: string; signal: AbortSignal },
  actor: Actor,
  deps: MonitorDependencies,
): Promise<MonitorTestNotification> {
  return sendTestMessages(await findMonitor(id, actor, deps), signal, deps)
}

/** Throws `subscriptions.not_found`. */
export async function deleteMonitor(
  id: string,
  { userId }: Actor,
  { monitors, deliveries }: MonitorDependencies,
): Promise<DeletedSubscription> {
  if (!(await monitors.delete(userId, id))) throw subscriptionNotFound()
  await deliveries.dropOf(id, 'The monitor was deleted.')
  return { id, deleted: true }
}

async function findMonitor(
  id: string,
  { userId }: Actor,
  { monitors, access }: MonitorDependencies,
): Promise<StoredMonitor> {
  const monitor = await monitors.find(userId, id)
  if (monitor === undefined) throw subscriptionNotFound()
  await requireModules(access, userId, modulesOfRule(monitor.rule))
  return monitor
}

async function present(
  monitor: StoredMonitor,
  { documents, clock }: MonitorDependencies,
): Promise<MonitorSubscription> {
  return presentMonitor(monitor, { library: await documents.librarySummary(), now: clock.now() })
}

/** The initial state of a monitor: it starts after the last completed day, for which no alert is sent. */
async function beginWatch(
  { signalId, query }: { signalId: string; query: WatchedQuery },
  { rule, cooldownHours }: Terms<MonitorRule>,
  deps: MonitorDependencies,
) {
  const yesterday = addDays(dayOf(deps.clock.now()), -1)
  if (isConditionRule(rule)) {
    conditionOf(query)
    deps.conditions.ensureAvailable()
    return { backtest: noBacktest, recent: null, settledDay: yesterday, settled: initialMonitorState }
  }
  const { series, tested, backtest } = await testSignal(signalId, { rule, cooldownHours }, deps)
  return {
    backtest,
    recent: extendRecent(null, tested.days, { series, rule }),
    settledDay: backtest.lastDay ?? yesterday,
    // no alert was sent yet, so no cooldown is running
    settled: { ...tested.state, lastFiredDay: null },
  }
}

async function testSignal(signalId: string, terms: Terms<SignalRule>, { signals, clock }: MonitorDependencies) {
  const series = toMonitorSeries(await signals.readReport(signalId), dayOf(clock.now()))
  const tested = await testRule(series, terms)
  return { series, tested, backtest: toBacktest(tested, series) }
}

/** Throws for an address to which nothing would be posted, because the channel is missing. */
function refuseUnusedAddress(
  channels: MonitorSubscriptionInput['channels'],
  webhookUrl: string | null | undefined,
): void {
  if (webhookUrl != null && !channels?.includes('webhook')) throw webhookUnused()
}

/** The URL to post to; null without that channel. Throws a 422. */
async function checkChannels(
  { channels, webhookUrl }: Partial<MonitorSubscriptionInput>,
  { roles }: Actor,
  deps: MonitorDependencies,
): Promise<string | null> {
  const { sender, canEmail } = deps
  if (channels?.includes('email') && !canEmail) throw emailUnavailable()
  if (!channels?.includes('webhook')) return null
  requireSender(roles, deps)
  if (webhookUrl == null) throw webhookRefused('No address was given.')
  const refused = await sender.check(webhookUrl)
  if (refused !== null) throw webhookRefused(refused)
  return webhookUrl
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
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
