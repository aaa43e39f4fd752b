import { createRandom, type Random } from '@auspex/contract/random'
import type { SourceDocument } from '../source.types.ts'
import { toIsoSecond } from '../text/published-at.ts'
import { compose, type Subject } from './compose.ts'
import { engagementOf, personOf } from './people.ts'
import type { DemoTone } from './sentences/sentences.types.ts'
import { type DemoTopic, demoTopics } from './topics.ts'
import { type DemoDay, trendCause, trendCountries, trendLevel, trendTone } from './trend-level.ts'
import { communityOf, demoOutlets, languageOf } from './world.ts'

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
 * Generates the offline demo corpus: an invented world with the trends of `planted.ts`, oldest document first.
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
  let made = 0
  const nextId = () => `demo-${String((made += 1)).padStart(6, '0')}`

  for (const day of calendar) {
    const documents: SourceDocument[] = []
    for (const topic of demoTopics) {
      const level = topic.weight * trendLevel(topic.trend, day) * day.weekday * scale
      const placed = sparse.get(topic)?.filter((daysAgo) => daysAgo === day.daysAgo).length ?? 0
      for (let remaining = random.poisson(level) + placed; remaining > 0; remaining -= 1)
        documents.push(...makeDocuments({ random, topic, day, nextId }))
    }
    yield* documents.toSorted((one, other) => (one.publishedAt < other.publishedAt ? -1 : 1))
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
  const placed = new Map<DemoTopic, number[]>()
  for (const topic of demoTopics) {
    if (topic.trend.shape !== 'sparse') continue
    placed.set(
      topic,
      Array.from({ length: topic.trend.documents }, () => random.int(1, days)),
    )
  }
  return placed
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
  let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    left -= weight
    if (left < 0) return key
  }
  const last = entries.at(-1)
  if (!last) throw new RangeError('pickWeighted needs at least one weight')
  return last[0]
}
