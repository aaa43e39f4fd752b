import type { SourceDescriptor } from '../source-descriptor.ts'
import type { Engagement, SourceDocument } from '../source.types.ts'
import type { DemoTone } from './sentences.ts'
import { createRandom, type Random } from '@auspex/contract/random'
import { toIsoSecond } from '../text/published-at.ts'
import { compose, type Subject } from './compose.ts'
import {
  communityOf,
  type CountryMix,
  demoOutlets,
  type DemoTopic,
  demoTopics,
  firstNames,
  handleParts,
  languageOf,
  lastNames,
  type PlantedTrend,
  type ToneMix,
} from './world.ts'

const usualCountries: CountryMix = { US: 34, GB: 15, CA: 7, AU: 6, IN: 8, IE: 2, DE: 9, AT: 2, ES: 6, MX: 4, FR: 7 }
const usualTone: ToneMix = { positive: 0.32, negative: 0.26 }

/** A day of the corpus: how many days ago (1 is the last day) out of how many, and its day of the year. */
interface DemoDay {
  daysAgo: number
  days: number
  dayOfYear: number
}

/**
 * The level of a topic on a day, as a multiple of its usual level. Zero for a sparse topic, which is placed explicitly.
 */
function trendLevel(trend: PlantedTrend, day: DemoDay): number {
  switch (trend.shape) {
    case 'rising':
      return 1 + (trend.times - 1) * progress(trend.daysAgo, day.daysAgo)
    case 'decline':
      return trend.times ** -progress(day.days, day.daysAgo)
    case 'dormant':
      return day.daysAgo > trend.daysAgo ? 1 : 0.01
    case 'peak':
      return 1 + (trend.times - 1) * bell((day.daysAgo - trend.daysAgo) / trend.widthDays)
    case 'seasonal':
      return 1 + (trend.times - 1) * bell(daysOfYearApart(day.dayOfYear, trend.dayOfYear) / trend.widthDays)
    case 'spike':
      return isInSpike(trend, day.daysAgo) ? trend.times : 1
    case 'sparse':
      return 0
    case 'steady':
    case 'tone_shift':
    case 'regional_shift':
    default:
      return 1
  }
}

/** The shares of positive and negative documents of a topic on a day; the rest is neutral. */
function trendTone(trend: PlantedTrend, daysAgo: number): ToneMix {
  if (trend.shape === 'tone_shift') return daysAgo > trend.daysAgo ? trend.before : trend.after
  if (trend.shape === 'spike' && isInSpike(trend, daysAgo)) return { positive: 0.05, negative: 0.7 }
  return usualTone
}

/** The countries in which a topic is discussed on a day. */
function trendCountries(trend: PlantedTrend, daysAgo: number): CountryMix {
  if (trend.shape !== 'regional_shift') return usualCountries
  const fraction = progress(trend.daysAgo, daysAgo)
  const mix: CountryMix = {}
  for (const [part, share] of [[trend.from, 1 - fraction] as const, [trend.to, fraction] as const])
    // Cast: Object.entries widens the keys of a record to string.
    for (const [country, weight] of Object.entries(part) as [keyof CountryMix, number][])
      mix[country] = (mix[country] ?? 0) + weight * share
  return mix
}

/**
 * The cause that the documents of a topic name on a day, and the share of documents that do; null when there is none.
 */
function trendCause(trend: PlantedTrend, daysAgo: number): { cause: string; share: number } | null {
  if (trend.shape === 'spike' && isInSpike(trend, daysAgo)) return { cause: trend.cause, share: 0.9 }
  if (trend.shape === 'tone_shift' && daysAgo <= trend.daysAgo) return { cause: trend.cause, share: 0.5 }
  return null
}

function isInSpike({ daysAgo, lengthDays }: { daysAgo: number; lengthDays: number }, at: number): boolean {
  return at <= daysAgo && at > daysAgo - lengthDays
}

/** 0 before the change begins, 1 on the last day. */
function progress(fromDaysAgo: number, daysAgo: number): number {
  return Math.min(1, Math.max(0, (fromDaysAgo - daysAgo) / Math.max(1, fromDaysAgo - 1)))
}

function bell(deviations: number): number {
  return Math.exp(-0.5 * deviations * deviations)
}

function daysOfYearApart(a: number, b: number): number {
  const distance = Math.abs(a - b)
  return Math.min(distance, 365 - distance)
}

/** An author from a long-tailed distribution: a few write a lot, most write once or twice. */
function personOf(random: Random, kind: Subject['kind']): string {
  if (kind === 'article') {
    const index = Math.floor(firstNames.length * lastNames.length * random.next() ** 2)
    const first = firstNames[index % firstNames.length] ?? ''
    const last = lastNames[(index * 7 + Math.floor(index / lastNames.length)) % lastNames.length] ?? ''
    return `${first} ${last}`
  }
  const index = Math.floor(6000 * random.next() ** 2)
  const part = (shift: number) => handleParts[Math.floor(index / shift) % handleParts.length] ?? ''
  return `${part(1)}_${part(handleParts.length)}${Math.floor(index / handleParts.length ** 2) || ''}`
}

/** Reactions with a heavy tail. Articles have at most comments; views are unknown in the demo. */
function engagementOf(random: Random, kind: Subject['kind']): Engagement | null {
  const heavy = () => Math.floor(1 / Math.max(0.002, random.next()) ** 1.2)
  if (kind === 'article') {
    return random.next() < 0.5 ? null : { score: null, comments: heavy(), views: null, reposts: null }
  }
  const comments = kind === 'post' ? heavy() : null
  return { score: heavy() + random.int(0, 3), comments, views: null, reposts: null }
}

export interface DemoOptions {
  /** The same seed, end, days and count give the same documents. */
  seed: number
  /** ISO date. The corpus ends where this day begins (UTC), so nothing in it is later than the day before. */
  until: string
  /** Length of the corpus in days. Default 1095, three years. */
  days?: number
  /** Minimum number of documents. Default 20,000; syndicated copies are added. */
  count?: number
}

const dayMs = 86_400_000
/** Sunday to Saturday: newsrooms and offices are quieter at weekends. */
const weekdayLevels = [0.62, 1.08, 1.15, 1.14, 1.12, 1.05, 0.68]
/** Share of articles that other outlets reprint almost unchanged. */
const syndicatedShare = 0.07

/**
 * Generates the offline demo corpus: an invented world with the trends of `world.ts`, oldest document first.
 * Deterministic. Every outlet is marked as a demo and every address ends in the reserved `.invalid`.
 */
export function* generateDemoDocuments(options: DemoOptions): Generator<SourceDocument, void, undefined> {
  const { seed, until, days = 1095, count = 20_000 } = options
  const end = Date.parse(`${until.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(end)) throw new RangeError('until must be an ISO date')
  const random = createRandom(seed)
  const calendar = Array.from({ length: days }, (_, index) => dayAt(end, days - index, days))
  const scale = documentsPerLevel(calendar, count)
  const sparse = placeSparse(random, days)
  let madeCount = 0
  const nextId = () => `demo-${String((madeCount += 1)).padStart(6, '0')}`

  for (const day of calendar) {
    const documents: SourceDocument[] = []
    for (const topic of demoTopics) {
      const level = topic.weight * trendLevel(topic.trend, day) * day.weekday * scale
      const fixedCount = sparse.get(topic)?.filter((daysAgo) => daysAgo === day.daysAgo).length ?? 0
      for (let remaining = random.poisson(level) + fixedCount; remaining > 0; remaining -= 1)
        documents.push(...makeDocuments({ random, topic, day, nextId }))
    }
    yield* documents.toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))
  }
}

interface CalendarDay extends DemoDay {
  /** Milliseconds since 1970 at which the day begins. */
  startMs: number
  weekday: number
}

function dayAt(end: number, daysAgo: number, days: number): CalendarDay {
  const startMs = end - daysAgo * dayMs
  const date = new Date(startMs)
  const dayOfYear = Math.floor((startMs - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs) + 1
  return { daysAgo, days, dayOfYear, startMs, weekday: weekdayLevels[date.getUTCDay()] ?? 1 }
}

/** Documents per unit of level, so that the corpus has at least `count` (with a 4 % margin for chance). */
function documentsPerLevel(calendar: readonly CalendarDay[], count: number): number {
  let levels = 0
  for (const day of calendar)
    for (const topic of demoTopics) levels += topic.weight * trendLevel(topic.trend, day) * day.weekday
  return (count * 1.04 + 20) / levels
}

function placeSparse(random: Random, days: number): Map<DemoTopic, number[]> {
  const daysByTopic = new Map<DemoTopic, number[]>()
  for (const topic of demoTopics) {
    if (topic.trend.shape !== 'sparse') continue
    daysByTopic.set(
      topic,
      Array.from({ length: topic.trend.documents }, () => random.int(1, days)),
    )
  }
  return daysByTopic
}

interface Occasion {
  random: Random
  topic: DemoTopic
  day: CalendarDay
  nextId: () => string
}

function makeDocuments({ random, topic, day, nextId }: Occasion): SourceDocument[] {
  const subject = chooseSubject(random, topic, day)
  const { kind, country } = subject
  const { title, body } = compose(random, subject)
  // The sum of two draws makes the middle of the day the busiest.
  const second = Math.floor(((random.next() + random.next()) / 2) * 86_399)
  const outlet = kind === 'article' ? pickOutlet(random, demoOutlets[country]) : communityOf(topic.theme)
  const first = toDocument(nextId(), {
    kind,
    outlet,
    title,
    body,
    author: personOf(random, kind),
    publishedAt: toIsoSecond(day.startMs + second * 1000),
    country,
    lang: subject.lang,
    engagement: engagementOf(random, kind),
  })
  if (kind !== 'article' || topic.trend.shape === 'sparse' || random.next() >= syndicatedShare) return [first]
  const others = Object.values(demoOutlets[country]).filter((other) => other !== outlet)
  const copies = others.slice(0, random.int(1, 4)).map((other) => {
    const later = Math.min(86_399, second + random.int(600, 30_000))
    const copied = { ...first, outlet: other, publishedAt: toIsoSecond(day.startMs + later * 1000), engagement: null }
    return toDocument(nextId(), { ...copied, body: `${body} This report first appeared elsewhere.` })
  })
  return [first, ...copies]
}

function chooseSubject(random: Random, topic: DemoTopic, day: CalendarDay): Subject {
  const country = pickWeighted(random, trendCountries(topic.trend, day.daysAgo))
  const tones = trendTone(topic.trend, day.daysAgo)
  const tone: DemoTone = pickWeighted(random, { ...tones, neutral: 1 - tones.positive - tones.negative })
  const cause = trendCause(topic.trend, day.daysAgo)
  return {
    topic,
    country,
    tone,
    kind: pickWeighted(random, { article: 46, post: 30, comment: 24 }),
    lang: random.next() < 0.9 ? languageOf[country] : 'en',
    cause: cause && random.next() < cause.share ? cause.cause : null,
  }
}

/** The first outlets of a country publish the most. */
function pickOutlet(random: Random, outlets: readonly string[]): string {
  return outlets[Math.floor(outlets.length * random.next() ** 1.8)] ?? random.pick(outlets)
}

function toDocument(
  id: string,
  rest: Omit<SourceDocument, 'sourceKey' | 'nativeId' | 'url' | 'datePrecision' | 'countryBasis'>,
): SourceDocument {
  return {
    ...rest,
    sourceKey: 'demo',
    nativeId: id,
    url: `https://demo.invalid/${rest.kind}/${id}`,
    datePrecision: 'second',
    // An outlet has a country; in a forum it is the author's.
    countryBasis: rest.kind === 'article' ? 'source' : 'author',
  }
}

/** A random key of `weights`, with a probability proportional to its weight. */
function pickWeighted<Key extends string>(random: Random, weights: Readonly<Partial<Record<Key, number>>>): Key {
  // Cast: Object.entries widens the keys of a record to string.
  const entries = Object.entries(weights) as [Key, number][]
  let remainingWeight = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    remainingWeight -= weight
    if (remainingWeight < 0) return key
  }
  const last = entries.at(-1)
  if (!last) throw new RangeError('pickWeighted needs at least one weight')
  return last[0]
}

/** Documents that are generated here and never mixed with real ones. */
export const demo: SourceDescriptor = {
  key: 'demo',
  number: 6,
  kind: 'library',
  label: 'Demo documents',
  holdsAll: true,
}
