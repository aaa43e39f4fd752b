import { setImmediate as yieldTurn } from 'node:timers/promises'
import { addDays, describeFirings, isConditionRule } from '@auspex/analytics'
import type { DigestComments, DigestFrequency, DigestScope, DigestText } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import type { Person } from '../../../kernel/actor.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { requireModules } from '../../people/index.ts'
import { findNews, type FoundNews, isShortWindow, type NewsState } from '../../reports/index.ts'
import type { StoredMonitor } from '../monitors/monitors.repository.ts'
import type { Portfolios, Projects } from '../../collections/index.ts'
import type { FindNewComments } from '../../writing/index.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import type { DigestsRepository, DigestState } from './digests.repository.ts'
import {
  countFew,
  type DigestNews,
  type DigestSpan,
  findBusiest,
  findYearsBefore,
  isClearRise,
  isYearly,
  mostCommonSpan,
  movedOf,
  withUnit,
} from './digest-figures.ts'
import { type ChangedSignal, writeItems, writeOther } from './digest-items.ts'
import {
  describeFrame,
  describeKnown,
  describeTitle,
  type BehindSignal,
  type DigestCounts,
  type FewDocuments,
  isLongOver,
  maxSignals,
  nameEndedSource,
  saysAlone,
  scopeNames,
} from './digest-words.ts'

export interface DigestDependencies extends MonitorDependencies {
  digests: DigestsRepository
  portfolios: Portfolios
  projects: Projects
  findNewComments: FindNewComments
}

export const initialState: DigestState = { signals: {}, alerts: {} }

const periodDays: Readonly<Record<DigestFrequency, number>> = { daily: 1, weekly: 7, monthly: 30 }
const maxTitles = 20
/** Maximum number of monitors of a person. */
const allMonitors = { page: 1, perPage: 100 }

/** A signal that a digest summarizes. */
interface DigestSignal {
  signalId: string
  title: string
  monitors: readonly StoredMonitor[]
}

export interface DigestTopic {
  /** Title of the portfolio or project; null for others. */
  title: string | null
  /** Page of the app. */
  path: string
  signals: DigestSignal[]
}

/** The modules that a person needs to read what a digest summarizes. */
export function modulesOfScope({ kind }: DigestScope): string[] {
  const module = { portfolio: ['portfolios'], project: ['projects', 'portfolios'], monitors: [], following: [] }[kind]
  return ['monitors', 'signals', ...module]
}

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
    const ordered = read.changed.toSorted((a, b) => rankOf(b) - rankOf(a) || b.weight - a.weight)
    const subject = topic.title ?? scopeNames[scope.kind]
    const found = { ...read, changed: ordered, signals: topic.signals.length, comments: comments.length }
    const none = { ...found, items: [] }
    const onlyOf = saysAlone(none) && read.quiet.length > 0 ? describeKnown(none) : null
    const { items, others } = await writeItems(ordered, { toDay: read.span?.toDay ?? '', onlyOf }, deps)
    const counted = { ...found, items }
    const { lead, lines } = describeFrame(counted)
    const text: DigestText = {
      title: describeTitle(subject, counted),
      lead,
      items,
      more: others.slice(0, maxTitles).map(writeOther),
      quiet: read.quiet.length,
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
      isChanged: ordered.length > 0 || read.falls.length > 0 || comments.length > 0,
    }
  })
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
}

/** The report of a signal, as a digest needs it. */
interface FoundSignal extends Omit<FoundNews, 'news' | 'measured'> {
  news: DigestNews | null
  measured: DigestNews | null
  /** Amounts too small to be measured. */
  few: Pick<DigestNews, 'stories' | 'before'> | null
  /** What its documents came from until its last day, where that has ended: “the forum archive of 2010–2013”. */
  endedSource: string | null
  /** The kinds of documents it counts. */
  kinds: readonly string[]
}

async function readSignals(
  signals: readonly DigestSignal[],
  { frequency, state, today }: { frequency: DigestFrequency; state: DigestState; today: string },
  deps: DigestDependencies,
): Promise<ReadSignals> {
  const found: { signal: DigestSignal; alerts: string[]; report: FoundSignal | null }[] = []
  const alertDays: Record<string, string> = { ...state.alerts }
  for (const signal of signals.slice(0, maxSignals)) {
    const { signalId, title, monitors } = signal
    const alerts = monitors.flatMap((monitor) => {
      const since = state.alerts[monitor.id] ?? addDays(today, -periodDays[frequency] - 1)
      const firings = newFirings(monitor, since)
      const last = firings.at(-1)
      if (last !== undefined) alertDays[monitor.id] = last.day
      return last === undefined ? [] : [describeFirings(monitor.rule, firings)]
    })
    const before = state.signals[signalId] ?? null
    const input = { title, state: before, periodDays: periodDays[frequency], today }
    found.push({ signal, alerts, report: isOfReport(signal) ? await findSignalNews(signalId, input, deps) : null })
    await yieldTurn()
  }
  const toDay = found.flatMap(({ report }) => report?.coveredTo ?? []).reduce((a, b) => (a > b ? a : b), '')
  const signalStates: Record<string, NewsState> = {}
  const unit = unitOf(found.flatMap(({ report }) => (report?.coveredTo === toDay ? report : [])))
  const changed: ChangedSignal[] = []
  const falls: { name: string; news: DigestNews }[] = []
  const quiet: string[] = []
  const measured: { name: string; news: DigestNews }[] = []
  const few: FewDocuments[] = []
  const behind: BehindSignal[] = []
  const empty: string[] = []
  const unreadable: string[] = []
  let [isAllCounted, reported] = [true, 0]
  const spans: DigestSpan[] = []
  const mentionedBefore = new Set(state.mentionedIds)
  const ended: { signalId: string; isOver: (toDay: string) => boolean }[] = []
  for (const { signal, alerts, report } of found) {
    const { signalId, title } = signal
    const name = report?.name ?? title
    const before = state.signals[signalId]
    const coveredTo = report?.coveredTo ?? null
    // the last days of an archive that ended long before the others are no news
    const isEnded = before === undefined && coveredTo !== null && coveredTo <= addDays(toDay, -periodDays[frequency])
    const stateAfter = isEnded ? null : (report?.state ?? null)
    const known = stateAfter ?? before
    if (known !== undefined) signalStates[signalId] = known
    const figures = isEnded ? null : withUnit(report?.measured ?? null, unit)
    const isRise = figures !== null && !isShortWindow(figures) && isClearRise(figures)
    const news = (isEnded ? null : withUnit(report?.news ?? null, unit)) ?? (isRise ? figures : null)
    if (stateAfter !== null)
      spans.push({
        fromDay: addDays(before?.coveredTo ?? addDays(stateAfter.coveredTo, -periodDays[frequency]), 1),
        toDay: stateAfter.coveredTo,
      })
    if (news !== null && alerts.length === 0 && movedOf(news) === 'down') falls.push({ name, news })
    else if (news !== null || alerts.length > 0)
      changed.push({ signalId, name, alerts, news, weight: news?.weight ?? 0 })
    else if (isOfReport(signal) && report === null) unreadable.push(title)
    else if (isOfReport(signal) && stateAfter === null) {
      const isEmpty = report?.isEmpty === true
      ended.push({ signalId, isOver: (lastDay) => isEmpty || isLongOver(coveredTo, lastDay) })
      if (mentionedBefore.has(signalId)) reported += 1
      else if (isEmpty) empty.push(title)
      else behind.push({ name, coveredTo, source: report?.endedSource ?? null })
    } else {
      quiet.push(name)
      if (!isOfReport(signal)) isAllCounted = false
      if (figures !== null) measured.push({ name, news: figures })
      else if (report?.few != null) few.push({ name, ...report.few })
    }
  }
  const span = mostCommonSpan(spans)
  const mentionedIds = ended.flatMap(({ signalId, isOver }) =>
    mentionedBefore.has(signalId) || isOver(span?.toDay ?? '') ? [signalId] : [],
  )
  return {
    changed,
    falls,
    quiet,
    measured,
    few,
    isAllCounted,
    behind,
    reported,
    empty,
    unreadable,
    omitted: Math.max(0, signals.length - maxSignals),
    span,
    unit,
    state: { signals: signalStates, alerts: alertDays, mentionedIds },
  }
}

/** Posts where all that is counted are posts, articles where all are articles: two words for one thing would be read as two things. */
function unitOf(reports: readonly FoundSignal[]): DigestNews['noun'] {
  const counted = reports.flatMap(({ measured }) => (measured !== null && measured.stories > 0 ? [measured.noun] : []))
  // comments are posts, too
  const kinds = reports.flatMap((one) => one.kinds.map((kind) => (kind === 'comment' ? 'posts' : `${kind}s`)))
  const isCounted = counted.length > 0 && counted.every((noun) => noun !== 'pieces')
  const nouns = new Set(isCounted ? counted : kinds)
  const [noun] = nouns
  return nouns.size === 1 && (noun === 'posts' || noun === 'articles') ? noun : 'documents'
}

/** Rules about conditions have no report. */
function isOfReport({ monitors }: DigestSignal): boolean {
  return monitors.length === 0 || monitors.some(({ rule }) => !isConditionRule(rule))
}

async function findSignalNews(
  signalId: string,
  input: Parameters<typeof findNews>[1],
  { signals, log }: DigestDependencies,
): Promise<FoundSignal | null> {
  try {
    const report = await signals.readReport(signalId)
    const found = findNews(report, input)
    const { measured, coveredTo } = found
    const { days, groups } = report.volume
    const yearsBefore = measured === null ? null : findYearsBefore(days, measured)
    const withDays = (news: FoundNews['news']) =>
      news === null ? null : { ...news, yearsBefore, busiest: findBusiest(days, news) }
    return {
      ...found,
      news: withDays(found.news),
      measured: withDays(measured),
      few: measured === null ? countFew(days, input.periodDays, coveredTo) : null,
      endedSource: coveredTo === null ? null : nameEndedSource(groups, coveredTo),
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

async function findTopic(scope: DigestScope, person: Person, deps: DigestDependencies): Promise<DigestTopic> {
  switch (scope.kind) {
    case 'portfolio': {
      const { title } = await deps.portfolios.get(scope.id, person)
      return { title, path: `/portfolios/${scope.id}`, signals: await signalsOf([scope.id], person, deps) }
    }
    case 'project': {
      const { displayTitle, portfolios } = await deps.projects.get(scope.id, person)
      const portfolioIds = portfolios.map(({ id }) => id)
      return {
        title: displayTitle,
        path: `/projects/${scope.id}`,
        signals: await signalsOf(portfolioIds, person, deps),
      }
    }
    case 'monitors':
      return { title: null, path: '/monitors', signals: await watchedSignals(person, deps) }
    case 'following':
    default: {
      const { off } = await deps.access.find(person.userId)
      const portfolioIds = off.has('portfolios') ? [] : await deps.portfolios.listOwn(person)
      const watched = await watchedSignals(person, deps)
      const saved = await signalsOf(portfolioIds, person, deps)
      const isWatched = new Set(watched.map(({ signalId }) => signalId))
      return {
        title: null,
        path: '/monitors',
        signals: [...watched, ...saved.filter((signal) => !isWatched.has(signal.signalId))],
      }
    }
  }
}

/** The title of what a digest summarizes, as the person may see it; null where it has none. */
export async function findScopeTitle(
  scope: DigestScope,
  person: Person,
  deps: DigestDependencies,
): Promise<string | null> {
  const { off } = await deps.access.find(person.userId)
  if (modulesOfScope(scope).some((module) => off.has(module))) return null
  try {
    if (scope.kind === 'portfolio') return (await deps.portfolios.get(scope.id, person)).title
    return scope.kind === 'project' ? (await deps.projects.get(scope.id, person)).displayTitle : null
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}

async function signalsOf(
  portfolioIds: readonly string[],
  person: Person,
  { portfolios }: DigestDependencies,
): Promise<DigestSignal[]> {
  const visible = await portfolios.listVisible(portfolioIds, person)
  const { readings } = portfolios
  const trendIds = visible.length === 0 ? [] : await readings.listSignals(visible, maxSignals)
  const read = trendIds.length === 0 ? [] : await readings.read(trendIds)
  return read.map(({ signalId, title }) => ({ signalId, title, monitors: [] }))
}

async function watchedSignals({ userId }: Person, { monitors, access }: DigestDependencies): Promise<DigestSignal[]> {
  const { off } = await access.find(userId)
  const { items } = await monitors.list(userId, allMonitors, { withConditions: !off.has('clinical') })
  return [...Map.groupBy(items, ({ signalId }) => signalId)].map(([signalId, itemsOfSignal]) => ({
    signalId,
    title: itemsOfSignal[0]?.name ?? itemsOfSignal[0]?.title ?? '',
    monitors: itemsOfSignal,
  }))
}
