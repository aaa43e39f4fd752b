import { createRandom, type Random } from '@auspex/contract/random'
import { firstNames, handleParts } from '../demo/world.ts'
import { toIsoSecond } from '../text/published-at.ts'
import { type DemoCourse, type DemoTag, demoTags, everydayTags } from './demo-tags.ts'
import type { TaggedVideo } from './hashtag.types.ts'

export interface DemoVideosOptions {
  /** The same seed and end give the same videos. */
  seed: number
  /** The last moment. */
  until: Date
}

const dayMs = 86_400_000
const spanDays = 121
/** Sunday to Saturday: people make videos in their free time. */
const weekdayLevels = [1.3, 0.9, 0.85, 0.9, 0.95, 1, 1.25]

/**
 * Generates videos of the last four months with hashtags whose development is known: rising, fading, a spike, one viral hit, one creator with most of
 * the views. Deterministic. No address is real (`.invalid`).
 */
export function generateDemoVideos({ seed, until }: DemoVideosOptions): TaggedVideo[] {
  const random = createRandom(seed)
  const midnight = Date.parse(until.toISOString().slice(0, 10))
  const videos: TaggedVideo[] = []
  for (let daysAgo = spanDays - 1; daysAgo >= 0; daysAgo -= 1) {
    const startMs = midnight - daysAgo * dayMs
    const weekday = weekdayLevels[new Date(startMs).getUTCDay()] ?? 1
    for (const tag of demoTags) {
      const count = random.poisson(tag.level * weekday * levelOf(tag.course, daysAgo))
      for (let made = 0; made < count; made += 1) {
        const atMs = startMs + random.below(dayMs)
        const video = makeVideo({ random, tag, atMs, number: videos.length + 1 })
        if (atMs <= until.getTime()) videos.push(video)
      }
      if (tag.hasHit === true && daysAgo === 9)
        videos.push(makeHit({ random, tag, atMs: startMs + dayMs / 2, number: videos.length + 1 }))
    }
  }
  return videos
}

function levelOf(course: DemoCourse, daysAgo: number): number {
  const past = daysAgo / (spanDays - 1)
  if (course.shape === 'rising') return course.times ** (1 - past)
  if (course.shape === 'fading') return course.times ** past
  if (course.shape === 'spike') return 1 + (course.times - 1) * Math.exp(-(((daysAgo - course.daysAgo) / 2) ** 2))
  return 1
}

interface MadeVideo {
  random: Random
  tag: DemoTag
  atMs: number
  number: number
}

function makeVideo({ random, tag, atMs, number }: MadeVideo): TaggedVideo {
  const companions = tag.companions.filter(() => random.chance(0.35))
  const everyday = everydayTags.filter(() => random.chance(0.2))
  const isStar = tag.hasStar === true && random.chance(0.3)
  const creator = isStar ? 'court_captain' : creatorOf(random)
  // Views are log-normal, and those of a star are far higher.
  const views = Math.round(Math.exp(7 + 1.3 * random.normal()) * (isStar ? 30 : 1))
  const hashtags = [tag.tag, ...companions, ...everyday]
  return {
    nativeId: `demo-video-${String(number).padStart(6, '0')}`,
    publishedAt: toIsoSecond(atMs),
    text: `${random.pick(tag.sentences)} ${hashtags.map((one) => `#${one}`).join(' ')}`,
    hashtags,
    creator,
    creatorName: `${random.pick(firstNames)} (demo)`,
    followers: isStar ? 812_000 : Math.round(Math.exp(8 + 1.2 * random.normal())),
    country: random.chance(0.1) ? null : countryOf(random, tag.countries),
    url: `https://video.demo.invalid/${creator}/${number}`,
    durationSeconds: random.int(8, 90),
    views,
    likes: Math.round(views * (0.04 + 0.06 * random.next())),
    comments: Math.round(views * 0.006 * random.next()),
    shares: random.chance(0.15) ? null : Math.round(views * 0.01 * random.next()),
  }
}

function makeHit(made: MadeVideo): TaggedVideo {
  return { ...makeVideo(made), views: 8_400_000, likes: 512_000, comments: 9100, shares: 44_000 }
}

/** A few make many, most make one or two. */
function creatorOf(random: Random): string {
  const index = Math.floor(900 * random.next() ** 2)
  const part = (shift: number) => handleParts[Math.floor(index / shift) % handleParts.length] ?? 'someone'
  return `${part(1)}.${part(handleParts.length)}${index}`
}

function countryOf(random: Random, countries: readonly string[]): string {
  return countries[Math.floor(countries.length * random.next() ** 2)] ?? 'US'
}
