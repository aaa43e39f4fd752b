import { describe, expect, test } from 'vitest'

import type { SourceDocument } from '../source.types.ts'
import { generateDemoDocuments } from './generate-demo-documents.ts'
import { english } from './sentences.ts'
import { demoTopics, plantedTrends } from './world.ts'

const until = '2026-11-21'
// CPU time: wall-clock time also measures what else the machine does.
const cpuAtStart = process.cpuUsage()
const documents = [...generateDemoDocuments({ seed: 1, until })]
const elapsedMs = process.cpuUsage(cpuAtStart).user / 1000

const daysAgo = (document: SourceDocument) =>
  Math.ceil((Date.parse(`${until}T00:00:00Z`) - Date.parse(document.publishedAt)) / 86_400_000)
const namesOf = (topic: string) => Object.values(demoTopics.find(({ names }) => names.en === topic)?.names ?? {})

/** Documents whose words name the topic, as a search would find them. */
function about(topic: string): SourceDocument[] {
  const names = namesOf(topic).map((name) => name.toLowerCase())
  return documents.filter(({ title, body }) => {
    const text = `${title} ${body}`.toLowerCase()
    return names.some((name) => text.includes(name))
  })
}
const within = (found: SourceDocument[], from: number, to: number) =>
  found.filter((document) => daysAgo(document) <= from && daysAgo(document) >= to)
const perDay = (found: SourceDocument[], from: number, to: number) => within(found, from, to).length / (from - to + 1)
const naming = (found: SourceDocument[], words: string) => {
  const needle = words.replace(/^the /, '')
  return found.filter(({ title, body }) => `${title} ${body}`.includes(needle)).length / found.length
}

const onDay = (weekday: number) =>
  documents.filter((document) => new Date(document.publishedAt).getUTCDay() === weekday).length
const shareIn = (sample: SourceDocument[], country: string) =>
  sample.filter((document) => document.country === country).length / sample.length
function isNear(document: SourceDocument, day: number): boolean {
  const at = new Date(document.publishedAt)
  const dayOfYear = (Number(at) - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000
  const apart = Math.abs(dayOfYear - day)
  return Math.min(apart, 365 - apart) < 25
}

describe('the corpus', () => {
  test('has 20,000 documents or more over three years, generated in under two seconds', () => {
    expect(documents.length).toBeGreaterThanOrEqual(20_000)
    expect(documents.length).toBeLessThan(26_000)
    expect(elapsedMs).toBeLessThan(2000)
    expect(documents[0]?.publishedAt.slice(0, 10)).toBe('2023-11-22')
    expect(documents.at(-1)?.publishedAt.slice(0, 10)).toBe('2026-11-20')
  })

  test('is the same for the same seed and another for another', () => {
    const options = { seed: 7, until, days: 40, count: 300 }
    expect([...generateDemoDocuments(options)]).toEqual([...generateDemoDocuments(options)])
    expect([...generateDemoDocuments(options)]).not.toEqual([...generateDemoDocuments({ ...options, seed: 8 })])
    expect([...generateDemoDocuments(options)].length).toBeGreaterThanOrEqual(300)
  })

  test('has sentences that are right for a topic of one thing and of many: oat milk, shelf prices', () => {
    const ofOneNumber =
      /^(?:is|are|was|were|has|have|does|do) \{[tab]\}|(?<!about |around |with |the )\{[tab]\} (?:is|are|was|were|has|have|gets?)\b/iu
    const templates = JSON.stringify(english).match(/(?<=")[^"]*\{[tab]\}[^"]*(?=")/gu) ?? []
    expect(templates.length).toBeGreaterThan(50)
    expect(templates.filter((template) => ofOneNumber.test(template))).toEqual([])
  })

  test('is never mistaken for real: outlets say demo, addresses cannot resolve, ids have their own prefix', () => {
    for (const document of documents) {
      expect(document.sourceKey).toBe('demo')
      expect(document.outlet).toMatch(/\(demo\)$/)
      expect(document.url).toMatch(/^https:\/\/demo\.invalid\//)
      expect(`${document.title} ${document.body}`).not.toMatch(/[{}]|undefined/)
    }
    expect(new Set(documents.map(({ nativeId }) => nativeId)).size).toBe(documents.length)
  })

  test('is sorted by time', () => {
    const times = documents.map(({ publishedAt }) => publishedAt)
    expect(times).toEqual(times.toSorted())
  })

  test('has kinds, languages and countries to filter by', () => {
    const share = (predicate: (document: SourceDocument) => boolean) =>
      documents.filter(predicate).length / documents.length
    for (const kind of ['article', 'post', 'comment'])
      expect(share((document) => document.kind === kind)).toBeGreaterThan(0.15)
    for (const lang of ['es', 'de', 'fr']) expect(share((document) => document.lang === lang)).toBeGreaterThan(0.04)
    expect(new Set(documents.map(({ country }) => country)).size).toBe(11)
    expect(demoTopics.length).toBeGreaterThanOrEqual(40)
    expect(new Set(demoTopics.map(({ theme }) => theme)).size).toBe(9)
  })

  test('is quieter at weekends', () => {
    expect(onDay(0) / onDay(2)).toBeLessThan(0.7)
    expect(onDay(6) / onDay(3)).toBeLessThan(0.75)
  })

  test('has authors with a long tail', () => {
    const written = new Map<string, number>()
    for (const { author } of documents) written.set(author ?? '', (written.get(author ?? '') ?? 0) + 1)
    const counts = [...written.values()].toSorted((a, b) => b - a)
    expect(counts.length).toBeGreaterThan(2000)
    expect(counts[0]).toBeGreaterThan(50)
    expect(counts[0]).toBeLessThan(documents.length * 0.03)
    expect(counts.filter((count) => count <= 2).length / counts.length).toBeGreaterThan(0.3)
  })

  test('has syndicated copies of articles in other outlets, and few repetitions by chance', () => {
    const copies = documents.filter(({ body }) => body?.endsWith('This report first appeared elsewhere.'))
    expect(copies.length).toBeGreaterThan(400)
    const titles = new Map(documents.map((document) => [document.title, document]))
    expect(copies.every((copy) => titles.has(copy.title))).toBe(true)
    const texts = new Set(documents.map(({ title, body }) => `${title} ${body}`))
    expect(documents.length - texts.size - copies.length).toBeLessThan(documents.length * 0.03)
  })
})

describe('the planted topics appear in the counts', () => {
  for (const [topic, trend] of Object.entries(plantedTrends)) {
    const found = about(topic)
    switch (trend.shape) {
      case 'rising':
        test(`${topic} rises`, () => {
          const before = perDay(found, Math.min(1095, trend.daysAgo + 200), trend.daysAgo + 1)
          expect(perDay(found, 30, 1) / before).toBeGreaterThan(trend.times * 0.55)
        })
        break
      case 'decline':
        test(`${topic} declines`, () => {
          expect(perDay(found, 1095, 1005) / perDay(found, 90, 1)).toBeGreaterThan(trend.times * 0.5)
        })
        break
      case 'dormant':
        test(`${topic} goes silent`, () => {
          expect(perDay(found, 1095, trend.daysAgo + 1)).toBeGreaterThan(0.2)
          expect(perDay(found, trend.daysAgo, 1) / perDay(found, 1095, trend.daysAgo + 1)).toBeLessThan(0.05)
        })
        break
      case 'peak':
        test(`${topic} peaks`, () => {
          const [from, to] = [trend.daysAgo + 10, Math.max(1, trend.daysAgo - 10)]
          const far = trend.daysAgo + trend.widthDays * 3
          expect(perDay(found, from, to) / perDay(found, far + 200, far)).toBeGreaterThan(trend.times * 0.55)
        })
        break
      case 'seasonal':
        test(`${topic} comes back every year`, () => {
          for (const year of ['2024', '2025']) {
            const inYear = found.filter((document) => document.publishedAt.startsWith(year))
            const peak = inYear.filter((document) => isNear(document, trend.dayOfYear)).length
            const trough = inYear.filter((document) => isNear(document, (trend.dayOfYear + 182) % 365)).length
            expect(peak / Math.max(1, trough)).toBeGreaterThan(2)
          }
        })
        break
      case 'spike':
        test(`${topic} spikes, and its documents name the cause`, () => {
          const last = trend.daysAgo - trend.lengthDays + 1
          const usual = perDay(found, trend.daysAgo + 100, trend.daysAgo + 1)
          expect(perDay(found, trend.daysAgo, last) / usual).toBeGreaterThan(trend.times * 0.5)
          expect(naming(within(found, trend.daysAgo, last), trend.cause)).toBeGreaterThan(0.4)
          expect(naming(within(found, 1095, trend.daysAgo + 1), trend.cause)).toBe(0)
        })
        break
      case 'tone_shift':
        test(`${topic} changes its tone on one day, and the cause is named`, () => {
          const angry = /terrible|failure|hate|angry|worry|warned|disappoint|awful|waste|losses|hurt|mess/i
          const share = (from: number, to: number) => {
            const sample = within(found, from, to).filter(({ lang }) => lang === 'en')
            return sample.filter(({ title, body }) => angry.test(`${title} ${body}`)).length / sample.length
          }
          const change = share(trend.daysAgo, 1) - share(trend.daysAgo + 200, trend.daysAgo + 1)
          expect(change * (trend.after.negative - trend.before.negative)).toBeGreaterThan(0.1)
          expect(naming(within(found, trend.daysAgo, 1), trend.cause)).toBeGreaterThan(0.15)
        })
        break
      case 'regional_shift':
        test(`${topic} moves to other countries`, () => {
          expect(shareIn(within(found, 1095, 401), 'ES')).toBeGreaterThan(0.6)
          expect(shareIn(within(found, 1095, 401), 'GB')).toBe(0)
          expect(shareIn(within(found, 60, 1), 'ES')).toBeLessThan(0.3)
          expect(shareIn(within(found, 60, 1), 'GB')).toBeGreaterThan(0.25)
        })
        break
      case 'sparse':
        test(`${topic} is too sparse for a report`, () => {
          expect(found.length).toBe(trend.documents)
        })
        break
      case 'steady':
        break
    }
  }
})
