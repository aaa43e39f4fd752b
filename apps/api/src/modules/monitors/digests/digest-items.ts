import { setImmediate as yieldTurn } from 'node:timers/promises'
import { capitalize, isNearDuplicate, tokens } from '@auspex/analytics'
import type { DigestItem } from '@auspex/sdk/types'
import { isLike, type QuotedTitle, type ReportNews } from '../../reports/index.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import { writeLine } from './digest-lines.ts'

type ItemDependencies = Pick<MonitorDependencies, 'signals' | 'log'>

/** As many as fit on one screen. */
const maxItems = 6
export interface ChangedSignal {
  signalId: string
  name: string
  /** Sentences of its alerts. */
  alerts: readonly string[]
  /** Null where only alerts are told. */
  news: ReportNews | null
  weight: number
}

/** A larger part of the documents of a signal makes it a part of another one, of which they are counted too. */
const minSharedPart = 0.6

interface WrittenSignal extends ChangedSignal {
  documentIds: ReadonlySet<string>
  title: QuotedTitle | null
  parts: { name: string; news: ReportNews }[]
}

/**
 * The signals that have a line of their own. One most of whose documents also belong to another is told with that: it is the same news. No title is
 * quoted twice, nor one that says the same.
 */
export async function writeItems(
  ordered: readonly ChangedSignal[],
  toDay: string,
  deps: ItemDependencies,
): Promise<{ items: DigestItem[]; others: ChangedSignal[] }> {
  const written: WrittenSignal[] = []
  const others: ChangedSignal[] = []
  for (const signal of ordered) {
    const isFull = written.length >= maxItems
    // what comes after the first ones is only looked at for what it shares with them
    if (isFull && others.length >= maxItems) {
      others.push(signal)
      continue
    }
    const { documentIds, titles } = await describeSignal(signal, deps)
    const whole = signal.alerts.length > 0 ? undefined : written.find((other) => isPart(documentIds, other.documentIds))
    if (whole?.news && signal.news !== null && whole.parts.length < maxParts)
      whole.parts.push({ name: signal.name, news: signal.news })
    else if (isFull) others.push(signal)
    else {
      const quoted = written.flatMap(({ title }) => title ?? [])
      const title = titles.find((one) => !quoted.some((other) => saysSame(one, other))) ?? null
      written.push({ ...signal, documentIds, title, parts: [] })
    }
    await yieldTurn()
  }
  return {
    items: written.map(({ signalId, name, alerts, news, title, parts }, turn) => ({
      signalId,
      title: capitalize(name),
      text: shorten([...alerts, ...(news === null ? [] : [writeLine({ news, title, parts, toDay }, turn)])].join(' ')),
    })),
    others,
  }
}

/** More would make a line of figures. */
const maxParts = 3

async function describeSignal(
  { signalId, news }: ChangedSignal,
  { signals, log }: ItemDependencies,
): Promise<{ documentIds: ReadonlySet<string>; titles: readonly QuotedTitle[] }> {
  const none = { documentIds: new Set<string>(), titles: [] }
  if (news === null) return none
  try {
    const { documentIds, titles } = await signals.describeDays(signalId, {
      firstDay: news.fromDay,
      lastDay: news.toDay,
    })
    // a fall is not what its titles tell
    const isFall = news.before !== null && news.stories < news.before && !isLike(news.stories, news.before)
    return { documentIds: new Set(documentIds), titles: isFall ? [] : titles }
  } catch (error) {
    log.warn({ err: error, signalId }, 'the days of a signal could not be described')
    return none
  }
}

function isPart(documentIds: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return (
    documentIds.size > 0 && [...documentIds].filter((id) => others.has(id)).length >= minSharedPart * documentIds.size
  )
}

function saysSame(one: QuotedTitle, other: QuotedTitle): boolean {
  return (
    one.documentId === other.documentId || isNearDuplicate(new Set(tokens(one.words)), new Set(tokens(other.words)))
  )
}

/** The contract's maximum length, cut after a sentence. */
function shorten(text: string): string {
  const maxLength = 1000
  if (text.length <= maxLength) return text
  const end = text.slice(0, maxLength).lastIndexOf('. ')
  return end > 0 ? text.slice(0, end + 1) : `${text.slice(0, maxLength - 1)}…`
}
