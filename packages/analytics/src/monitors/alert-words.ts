import type { InboxAlert, MonitorDryRun, MonitorRule } from '@auspex/sdk/types'
import { formatDay, joinWithAnd } from '../claims/sentence-words.ts'
import type { Backtest, MonitorRule as SignalRule, RuleEvaluation } from './monitors.ts'
import { ruleMeasure } from './present-monitor.ts'

/** A rule about what medical registers publish about a condition. */
export type ConditionRule = Exclude<MonitorRule, { kind: SignalRule['kind'] }>

const conditionKinds: ReadonlySet<string> = new Set<ConditionRule['kind']>(['new-trials', 'trial-status', 'new-papers'])

export function isConditionRule(rule: MonitorRule): rule is ConditionRule {
  return conditionKinds.has(rule.kind)
}

const bound = { min: -1_000_000_000, max: 10_000_000_000 }

/** The alert for a day on which a monitor fired. */
export function toAlert(
  subscriptionId: string,
  rule: SignalRule,
  { day, fromDay, value, isReported, pointDay }: RuleEvaluation,
): NonNullable<InboxAlert> {
  const measured = Math.min(bound.max, Math.max(bound.min, value ?? 0))
  return {
    subscriptionId,
    reason:
      isReported === false
        ? describeHiddenRatio(rule, { day, pointDay })
        : describeReason(rule, { day, value: measured, pointDay }),
    value: measured,
    limit: ruleMeasure(rule).limit,
    fromDay: pointDay !== null && pointDay < fromDay ? pointDay : fromDay,
    toDay: day,
  }
}

/** The alerts that a monitor would have sent in the last days, newest first. */
export function toDryRun({ days: evaluated }: Backtest, { id, rule, days }: DryRunOptions): MonitorDryRun {
  const recentDays = evaluated.slice(-days)
  const alerts = recentDays.filter(({ fired }) => fired).map((judged) => toAlert(id, rule, judged))
  return {
    id,
    firstDay: recentDays[0]?.day ?? null,
    lastDay: evaluated.at(-1)?.day ?? null,
    judgedDays: recentDays.filter(({ holds }) => holds !== null).length,
    alerts: alerts.toReversed().map(({ toDay, reason, value }) => ({ day: toDay, reason, value })),
  }
}

interface DryRunOptions {
  id: string
  rule: SignalRule
  /** How many days back. */
  days: number
}

/** The days on which a rule was met, oldest first. Only their measured values are stored; the last is described in full. */
export function describeFirings(rule: MonitorRule, firings: readonly { day: string; value: number | null }[]): string {
  const last = firings.at(-1)
  if (last === undefined) return ''
  const earlier = firings.slice(0, -1).map(({ day }) => formatDay(day))
  const rest = earlier.length === 0 ? '' : ` So it was on ${joinWithAnd(earlier)}.`
  return `Alert: ${describeFiring(rule, last)}${rest}`
}

function describeFiring(rule: MonitorRule, { day, value }: { day: string; value: number | null }): string {
  if (isConditionRule(rule))
    return value === null
      ? `News from the register, up to ${formatDay(day)}.`
      : `${describeNews(rule, value)} on ${formatDay(day)}.`
  switch (rule.kind) {
    case 'new-inflection':
      return `a change on ${formatDay(day)} in how many pieces a day there are.`
    // the stored value may be one that may not be reported
    case 'volume-times-usual':
      return `more than ${ratio(rule.times)} times as many pieces as usual ${describeWindow(rule.windowDays, day)}.`
    case 'momentum-above':
      return `more than ${ratio(rule.ratio)} times as many pieces ${describeWindow(rule.windowDays, day)} as in the ${rule.windowDays} days before.`
    case 'volume-above':
    case 'volume-below':
    case 'tone-below':
    case 'tone-above':
    default:
      return value === null
        ? `its rule was met on ${formatDay(day)}.`
        : lowerFirst(describeReason(rule, { day, value, pointDay: null }))
  }
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** How many new entries a register has for a condition. */
export function describeNews({ kind }: ConditionRule, total: number): string {
  const count = new Intl.NumberFormat('en').format(total)
  switch (kind) {
    case 'new-trials':
      return total === 1 ? '1 new study was registered' : `${count} new studies were registered`
    case 'trial-status':
      return total === 1 ? '1 study changed its status' : `${count} studies changed their status`
    case 'new-papers':
    default:
      return total === 1 ? '1 paper was added' : `${count} papers were added`
  }
}

function describeReason(
  rule: SignalRule,
  { day, value, pointDay }: { day: string; value: number; pointDay: string | null },
): string {
  const within = rule.kind === 'new-inflection' ? '' : describeWindow(rule.windowDays, day)
  switch (rule.kind) {
    case 'volume-above':
      return `${documents(value)} ${within}, above ${formatCount(rule.documents)}.`
    case 'volume-below':
      return `${documents(value)} ${within}, below ${formatCount(rule.documents)}.`
    case 'volume-times-usual':
      return `${ratio(value)} times as many pieces as usual ${within}, above ${ratio(rule.times)} times.`
    case 'momentum-above':
      return `At least ${ratio(value)} times as many pieces ${within} as in the ${rule.windowDays} days before, above ${ratio(rule.ratio)} times.`
    case 'tone-below':
      return `Mean tone of ${tone(value)} ${within}, below ${tone(rule.tone)}.`
    case 'tone-above':
      return `Mean tone of ${tone(value)} ${within}, above ${tone(rule.tone)}.`
    case 'new-inflection':
    default:
      return `A change on ${formatDay(pointDay ?? day)}: ${ratio(value)} times as many pieces a day as before.`
  }
}

/** For when the rule certainly holds but the ratio may not be reported (docs/measures.md, "Support"). */
function describeHiddenRatio(rule: SignalRule, { day, pointDay }: { day: string; pointDay: string | null }): string {
  const unreportedReason = 'they are too few, or too unevenly spread, to say how many times as many'
  if (rule.kind === 'volume-times-usual')
    return `More than ${ratio(rule.times)} times as many pieces as usual ${describeWindow(rule.windowDays, day)}; ${unreportedReason}.`
  if (rule.kind === 'momentum-above')
    return `More than ${ratio(rule.ratio)} times as many pieces ${describeWindow(rule.windowDays, day)} as in the ${rule.windowDays} days before; ${unreportedReason}.`
  return `A change in how many pieces a day there are, on ${formatDay(pointDay ?? day)}; ${unreportedReason}.`
}

function describeWindow(windowDays: number, day: string): string {
  return windowDays === 1 ? `on ${formatDay(day)}` : `in the ${windowDays} days to ${formatDay(day)}`
}

function formatCount(value: number) {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(value)
}

function ratio(value: number) {
  return String(Number(value.toPrecision(value >= 1 && value < 10 ? 3 : 2)))
}

/** With its sign, as every screen shows a tone. */
function tone(value: number) {
  const written = Math.abs(value).toFixed(2)
  return Number(written) === 0 ? written : `${value > 0 ? '+' : '−'}${written}`
}

function documents(value: number) {
  return `${formatCount(value)} ${value === 1 ? 'document' : 'documents'}`
}
