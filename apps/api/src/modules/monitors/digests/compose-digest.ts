import { setImmediate as yieldTurn } from 'node:timers/promises'
import { addDays, describeFirings } from '@auspex/analytics'
import type { DigestComments, DigestFrequency, DigestScope, DigestText } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import type { Person } from '../../../kernel/actor.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { requireModules } from '../../people/index.ts'
import { findNews, type FoundNews, isShortWindow, type NewsState } from '../../reports/index.ts'
import type { StoredMonitor } from '../monitors/monitors.repository.ts'
import type { DigestState } from './digests.repository.ts'
import {
  countFew,
  type DigestNews,
  type DigestSpan,
  findBusiest,
  findYearsBefore,
  isClearRise,
  isSmallRise,
  isYearly,
  mostCommonSpan,
  movedOf,
  newDays,
  sizeOf,
  withUnit,
} from './digest-figures.ts'
import { type ChangedSignal, writeItems, writeOther } from './digest-items.ts'
import {
  type DigestDependencies,
  type DigestSignal,
  findTopic,
  isOfReport,
  modulesOfScope,
  scopeNames,
} from './digest-scope.ts'
import { type BehindSignal, isLongOver, maxSignals, nameEndedSource } from './digest-limits.ts'
import {
  describeFrame,
  describeKnown,
  describeTitle,
  type DigestCounts,
  type MeasuredSignal,
  saysAlone,
} from './digest-words.ts'

export const initialState: DigestState = { signals: {}, alerts: {} }

const periodDays: Readonly<Record<DigestFrequency, number>> = { daily: 1, weekly: 7, monthly: 30 }
const maxTitles = 20

export interface ComposeInput {
  scope: DigestScope
  frequency: DigestFrequency
  state: DigestState
}

export interface ComposedDigest {
  text: DigestText
  path: string
  /** What it has reported once it is sent. */
  state: DigestState
  isChanged: boolean
}

/**
 * Writes a digest as the person may read it now. Throws `module.off`, `portfolios.not_found` and `projects.not_found`. A signal that cannot be measured
 * is counted, and does not stop the others.
 */
export async function composeDigest(
  { scope, frequency, state }: ComposeInput,
  person: Person,
  deps: DigestDependencies,
): Promise<ComposedDigest> {
  await requireModules(deps.access, person.userId, modulesOfScope(scope))
  return runForTenant(person, async () => {
    const topic = await findTopic(scope, person, deps)
    const read = await readSignals(topic.signals, { frequency, state, today: dayOf(deps.clock.now()) }, deps)
    const now = deps.clock.now()
    const comments = await readComments(topic.signals, { frequency, state, now }, person, deps)
    const ordered = read.changed.toSorted((a, b) => rankOf(b) - rankOf(a) || changeSize(b) - changeSize(a))
    const subject = topic.title ?? scopeNames[scope.kind]
    const found = { ...read, changed: ordered, signals: topic.signals.length, comments: comments.length }
    const none = { ...found, items: [] }
    const onlyOf = saysAlone(none) && read.quiet.length > 0 ? describeKnown(none) : null
    const toDay = read.span?.toDay ?? ''
    const { items, others } = await writeItems(ordered, { toDay, onlyOf }, deps)
    const counted =
      ordered.length > 0 ? { ...found, items } : await addSmallRises({ ...found, items }, read.smallRises, toDay, deps)
    const { lead, lines } = describeFrame(counted)
    const text: DigestText = {
      title: describeTitle(subject, counted),
      lead,
      items: [...counted.items],
      more: others.slice(0, maxTitles).map(writeOther),
      quiet: counted.quiet.length,
      behind: read.behind.length + read.empty.length + read.reported,
      unreadable: read.unreadable.length + read.omitted,
      signals: topic.signals.length,
      ...(lines.length > 0 && { closing: lines.join('\n') }),
      ...(comments.length > 0 && { comments }),
    }
    return {
      text,
      path: topic.path,
      state: { ...read.state, commentsUntil: now.toISOString() },
      isChanged: counted.changed.length > 0 || read.falls.length > 0 || comments.length > 0,
    }
  })
}

/** Without a clear change, the rises that chance may explain, as far as a headline reports what made them. */
async function addSmallRises(
  counts: DigestCounts,
  rises: readonly ChangedSignal[],
  toDay: string,
  deps: DigestDependencies,
): Promise<DigestCounts> {
  const { items } = await writeItems(
    rises.toSorted((a, b) => changeSize(b) - changeSize(a)),
    { toDay, onlyOf: null, mustReport: true },
    deps,
  )
  const isTold = new Set(
    items.flatMap(({ signalId, related = [] }) => [signalId, ...related.map((one) => one.signalId)]),
  )
  const changed = rises.filter(({ signalId }) => isTold.has(signalId))
  // two signals may have one name, and only one of them an entry
  const left = changed.map(({ name }) => name)
  const quiet = counts.quiet.filter((name) => !left.includes(name) || left.splice(left.indexOf(name), 1).length === 0)
  return {
    ...counts,
    items,
    changed,
    quiet,
    measured: counts.measured.filter(({ news }) => !changed.some((one) => one.news === news)),
  }
}

function changeSize({ news }: ChangedSignal): number {
  return news === null ? 0 : sizeOf(news)
}

/** Alerts before rises, these before what only had a day that stands out, and last what comes back each year. */
function rankOf({ name, alerts, news }: ChangedSignal): number {
  if (alerts.length > 0) return 3
  if (isYearly(name, news)) return 0
  return news !== null && movedOf(news) === 'up' ? 2 : 1
}

const maxComments = 10

/** What colleagues wrote about the signals since the last digest, a line for each signal. */
async function readComments(
  signals: readonly DigestSignal[],
  { frequency, state, now }: { frequency: DigestFrequency; state: DigestState; now: Date },
  person: Person,
  { findNewComments }: DigestDependencies,
): Promise<DigestComments[]> {
  const since =
    state.commentsUntil === undefined
      ? new Date(now.getTime() - periodDays[frequency] * 86_400_000)
      : new Date(state.commentsUntil)
  const titles = new Map(signals.map(({ signalId, title }) => [signalId, title]))
  const counts = await findNewComments(person, [...titles.keys()], since)
  return counts.slice(0, maxComments).map(({ signalId, comments, open }) => ({
    signalId,
    title: titles.get(signalId) ?? '',
    text: `${comments === 1 ? '1 new comment' : `${comments} new comments`}, ${open} open`,
  }))
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** What the signals of a digest report. */
interface ReadSignals extends Omit<DigestCounts, 'signals' | 'comments' | 'items'> {
  state: DigestState
  /** Signals without a clear change that rose more than chance mostly makes. */
  smallRises: ChangedSignal[]
}

/** The report of a signal, as a digest needs it. */
interface SignalNews extends Omit<FoundNews, 'news' | 'measured'> {
  news: DigestNews | null
  measured: DigestNews | null
  /** Amounts too small to be measured. */
  few: Pick<DigestNews, 'stories' | 'before'> | null
  /** What its documents came from until its last day, where that has ended: “the forum archive of 2010–2013”. */
  endedSource: string | null
  /** The last day that its query asks for; null for the newest. */
  askedTo: string | null
  /** The kinds of documents it counts. */
  kinds: readonly string[]
}

async function readSignals(
  signals: readonly DigestSignal[],
  { frequency, state, today }: { frequency: DigestFrequency; state: DigestState; today: string },
  deps: DigestDependencies,
): Promise<ReadSignals> {
  const days = periodDays[frequency]
  const alertDays: Record<string, string> = { ...state.alerts }
  const found: FoundSignal[] = []
  for (const signal of signals.slice(0, maxSignals)) {
    const before = state.signals[signal.signalId]
    const { alerts, lastDays } = readAlerts(signal, (id) => state.alerts[id] ?? addDays(today, -days - 1))
    Object.assign(alertDays, lastDays)
    const input = { title: signal.title, state: before ?? null, periodDays: days, today }
    const report = isOfReport(signal) ? await findSignalNews(signal.signalId, input, deps) : null
    found.push({ signal, alerts, before, report })
    await yieldTurn()
  }
  const toDay = found.flatMap(({ report }) => report?.coveredTo ?? []).reduce((a, b) => (a > b ? a : b), '')
  const unit = unitOf(found.flatMap(({ report }) => (report?.coveredTo === toDay ? report : [])))
  const compared = found.map((one) => ({ ...one, since: findSince(one, { toDay, unit, days, today }) }))
  const span = mostCommonSpan(compared.flatMap((one) => spanOf(one, days) ?? []))
  const { mentionedIds, ...outcomes } = sumUpOutcomes(compared.map(outcomeOf), {
    mentionedBefore: new Set(state.mentionedIds),
    lastDay: span?.toDay ?? '',
  })
  const states = compared.flatMap(({ signal, since, before }) => {
    const known = since.state ?? before
    return known === undefined ? [] : [[signal.signalId, known] as const]
  })
  return {
    ...outcomes,
    omitted: Math.max(0, signals.length - maxSignals),
    span,
    unit,
    state: { signals: Object.fromEntries(states), alerts: alertDays, mentionedIds },
  }
}

/** A sentence for each monitor whose rule was met since the last digest, and the last day of each. */
function readAlerts(
  { monitors }: DigestSignal,
  sinceOf: (monitorId: string) => string,
): { alerts: string[]; lastDays: Record<string, string> } {
  const alerts: string[] = []
  const lastDays: Record<string, string> = {}
  for (const monitor of monitors) {
    const firings = newFirings(monitor, sinceOf(monitor.id))
    const last = firings.at(-1)
    if (last === undefined) continue
    lastDays[monitor.id] = last.day
    alerts.push(describeFirings(monitor.rule, firings))
  }
  return { alerts, lastDays }
}

/** A signal with what was found of it. */
interface FoundSignal {
  signal: DigestSignal
  alerts: string[]
  /** Where it stood in the last digest. */
  before: NewsState | undefined
  /** Null where it has none, or none that could be read. */
  report: SignalNews | null
}

/** What a signal has since the last digest; all null without a new covered day. */
interface SinceLast {
  state: NewsState | null
  figures: DigestNews | null
  news: DigestNews | null
}

function findSince(
  { report, before }: FoundSignal,
  { toDay, unit, days, today }: { toDay: string; unit: DigestNews['noun']; days: number; today: string },
): SinceLast {
  // the last days of an archive that ended long before the others, or before the last day that was asked for, are no news
  const isEnded = before === undefined && report?.coveredTo != null && report.coveredTo <= addDays(toDay, -days)
  // a last day to come asks for the newest, as none does
  const isOver = report?.askedTo != null && report.askedTo < today && isLongOver(report.coveredTo, report.askedTo)
  if (report === null || isEnded || isOver) return { state: null, figures: null, news: null }
  const figures = withUnit(report.measured, unit)
  const isRise = figures !== null && !isShortWindow(figures) && isClearRise(figures)
  return { state: report.state, figures, news: withUnit(report.news, unit) ?? (isRise ? figures : null) }
}

type ComparedSignal = FoundSignal & { since: SinceLast }

/** The new days of a signal; null where none is. */
function spanOf({ before, since: { state } }: ComparedSignal, days: number): DigestSpan | null {
  return state === null ? null : newDays(state.coveredTo, { state: before ?? null, periodDays: days })
}

/** Which part of a digest a signal belongs to. */
type Outcome =
  | { kind: 'changed'; signal: ChangedSignal }
  | { kind: 'fall'; fall: MeasuredSignal }
  | { kind: 'unreadable'; title: string }
  | { kind: 'ended'; signalId: string; title: string; isEmpty: boolean; behind: BehindSignal }
  | {
      kind: 'quiet'
      signalId: string
      name: string
      isCounted: boolean
      figures: DigestNews | null
      few: SignalNews['few']
    }

function outcomeOf({ signal, alerts, report, since: { state, figures, news } }: ComparedSignal): Outcome {
  const { signalId, title } = signal
  const name = report?.name ?? title
  if (news !== null && alerts.length === 0 && movedOf(news) === 'down') return { kind: 'fall', fall: { name, news } }
  if (news !== null || alerts.length > 0) return { kind: 'changed', signal: { signalId, name, alerts, news } }
  if (!isOfReport(signal)) return { kind: 'quiet', signalId, name, isCounted: false, figures, few: null }
  if (report === null) return { kind: 'unreadable', title }
  const { coveredTo, isEmpty, endedSource: source, few } = report
  return state === null
    ? { kind: 'ended', signalId, title, isEmpty, behind: { name, coveredTo, source } }
    : { kind: 'quiet', signalId, name, isCounted: true, figures, few }
}

/** The signals of each part. Of one that has ended, or is empty, a digest says so once: `mentionedIds` are those of which it has. */
function sumUpOutcomes(
  outcomes: readonly Outcome[],
  { mentionedBefore, lastDay }: { mentionedBefore: ReadonlySet<string>; lastDay: string },
) {
  const listOf = <Kind extends Outcome['kind']>(kind: Kind) =>
    outcomes.filter((one): one is Extract<Outcome, { kind: Kind }> => one.kind === kind)
  const [quiet, ended] = [listOf('quiet'), listOf('ended')]
  const isMentioned = ({ signalId }: { signalId: string }) => mentionedBefore.has(signalId)
  const unmentioned = ended.filter((one) => !isMentioned(one))
  return {
    changed: listOf('changed').map(({ signal }) => signal),
    falls: listOf('fall').map(({ fall }) => fall),
    quiet: quiet.map(({ name }) => name),
    measured: quiet.flatMap(({ name, figures }) => (figures === null ? [] : [{ name, news: figures }])),
    smallRises: quiet.flatMap(({ signalId, name, figures: news }) =>
      news !== null && isSmallRise(name, news) ? [{ signalId, name, alerts: [], news }] : [],
    ),
    few: quiet.flatMap(({ name, figures, few }) => (figures === null && few !== null ? [{ name, ...few }] : [])),
    isAllCounted: quiet.every(({ isCounted }) => isCounted),
    behind: unmentioned.flatMap(({ isEmpty, behind }) => (isEmpty ? [] : [behind])),
    reported: ended.length - unmentioned.length,
    empty: unmentioned.flatMap(({ isEmpty, title }) => (isEmpty ? [title] : [])),
    unreadable: listOf('unreadable').map(({ title }) => title),
    mentionedIds: ended
      .filter((one) => isMentioned(one) || one.isEmpty || isLongOver(one.behind.coveredTo, lastDay))
      .map(({ signalId }) => signalId),
  }
}

/** Posts where all that is counted are posts, articles where all are articles: two words for one thing would be read as two things. */
function unitOf(reports: readonly SignalNews[]): DigestNews['noun'] {
  const counted = reports.flatMap(({ measured }) => (measured !== null && measured.stories > 0 ? [measured.noun] : []))
  // comments are posts, too
  const kinds = reports.flatMap((one) => one.kinds.map((kind) => (kind === 'comment' ? 'posts' : `${kind}s`)))
  const isCounted = counted.length > 0 && counted.every((noun) => noun !== 'pieces')
  const nouns = new Set(isCounted ? counted : kinds)
  const [noun] = nouns
  return nouns.size === 1 && (noun === 'posts' || noun === 'articles') ? noun : 'documents'
}

async function findSignalNews(
  signalId: string,
  input: Parameters<typeof findNews>[1],
  { signals, log }: DigestDependencies,
): Promise<SignalNews | null> {
  try {
    const report = await signals.readReport(signalId)
    const found = findNews(report, input)
    const { measured, coveredTo } = found
    const { days, groups } = report.volume
    const yearsBefore = measured === null ? null : findYearsBefore(days, measured)
    const isCovered = (day: string) =>
      groups.some(({ spans }) => spans.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay))
    const withDays = (news: FoundNews['news']) =>
      news === null ? null : { ...news, yearsBefore, busiest: findBusiest(days, news) }
    return {
      ...found,
      news: withDays(found.news),
      measured: withDays(measured),
      few: measured === null && coveredTo !== null ? countFew(days, newDays(coveredTo, input), isCovered) : null,
      endedSource: coveredTo === null ? null : nameEndedSource(groups, coveredTo),
      askedTo: report.query.endDate,
      kinds: [...new Set(groups.map(({ kind }) => kind))],
    }
  } catch (error) {
    if (!(error instanceof CodedError)) log.warn({ err: error, signalId }, 'a signal of a digest could not be read')
    return null
  }
}

/** The days on which the rule of a monitor was met after a day. */
function newFirings({ recent, isPaused }: StoredMonitor, since: string): { day: string; value: number | null }[] {
  if (recent === null || recent.firstDay === null || isPaused) return []
  const { firstDay, values, firedDays } = recent
  return firedDays
    .filter((day) => day > since)
    .map((day) => ({ day, value: values[(Date.parse(day) - Date.parse(firstDay)) / 86_400_000] ?? null }))
}
