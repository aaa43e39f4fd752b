import { createRandom, type Random } from '@auspex/contract/random'
import { firstNames, handleParts } from '../demo/world.ts'
import { toIsoSecond } from '../text/published-at.ts'
import type { TaggedVideo } from './hashtag.ts'

/** How an invented hashtag develops over the days; day 0 is the last. */
type DemoCourse =
  | { shape: 'steady' }
  | { shape: 'rising'; times: number }
  | { shape: 'fading'; times: number }
  | { shape: 'spike'; daysAgo: number; times: number }

interface DemoTag {
  tag: string
  /** Videos a day at its usual level. */
  level: number
  course: DemoCourse
  /** Hashtags that occur together with it more than elsewhere. */
  companions: readonly string[]
  /** Countries of its videos, most frequent first. */
  countries: readonly string[]
  /** One creator gets most of the views. */
  hasStar?: true
  /** One video has a thousand times the usual views. */
  hasHit?: true
  sentences: readonly string[]
}

/** Everything here is invented. */
const demoTags: readonly DemoTag[] = [
  {
    tag: 'matcha',
    level: 4,
    course: { shape: 'rising', times: 4 },
    companions: ['matchalatte', 'cafe', 'morningroutine'],
    countries: ['US', 'GB', 'DE', 'FR', 'AU'],
    hasHit: true,
    sentences: [
      'Whisking it the slow way',
      'Strawberry on top, matcha below',
      'Three powders, one winner',
      'How green is too green?',
    ],
  },
  {
    tag: 'oatmilk',
    level: 5,
    course: { shape: 'steady' },
    companions: ['coffee', 'cafe', 'plantbased'],
    countries: ['DE', 'GB', 'US', 'IE'],
    sentences: [
      'Does it foam in iced coffee?',
      'Barista blend against the cheap one',
      'Made my own in five minutes',
      'The price went up again',
    ],
  },
  {
    tag: 'heatpump',
    level: 3,
    course: { shape: 'rising', times: 3 },
    companions: ['energy', 'renovation', 'oldhouse'],
    countries: ['DE', 'GB', 'AT', 'FR'],
    sentences: [
      'Our first winter with it',
      'How loud is it really?',
      'The grant took nine months',
      'What the installer forgot',
    ],
  },
  {
    tag: 'coldplunge',
    level: 4,
    course: { shape: 'fading', times: 3 },
    companions: ['wellness', 'morningroutine', 'recovery'],
    countries: ['US', 'CA', 'AU', 'GB'],
    sentences: [
      'Day forty in the barrel',
      'Four degrees, two minutes',
      'Is it worth the ice?',
      'The neighbours are watching',
    ],
  },
  {
    tag: 'airfryer',
    level: 6,
    course: { shape: 'steady' },
    companions: ['easyrecipes', 'dinner', 'mealprep'],
    countries: ['US', 'GB', 'IN', 'MX', 'DE'],
    sentences: ['Crispy without oil?', 'Dinner in twelve minutes', 'What not to put in', 'Cleaning it, finally'],
  },
  {
    tag: 'booktok',
    level: 8,
    course: { shape: 'steady' },
    companions: ['reading', 'fantasy', 'bookclub'],
    countries: ['US', 'GB', 'ES', 'MX', 'DE', 'FR'],
    sentences: [
      'The ending broke me',
      'Five books under 200 pages',
      'What I read in a week',
      'A shelf tour nobody asked for',
    ],
  },
  {
    tag: 'digitaldetox',
    level: 2,
    course: { shape: 'spike', daysAgo: 12, times: 9 },
    companions: ['dumbphone', 'wellness', 'reading'],
    countries: ['US', 'GB', 'DE'],
    sentences: [
      'A week without the phone',
      'My flip phone arrived',
      'The train ride felt longer',
      'What I missed, honestly',
    ],
  },
  {
    tag: 'thrifthaul',
    level: 4,
    course: { shape: 'rising', times: 2 },
    companions: ['vintage', 'secondhand', 'outfit'],
    countries: ['US', 'GB', 'FR', 'ES'],
    sentences: [
      'Everything under ten',
      'The coat I looked for for years',
      'What came home with me',
      'Mending the lining',
    ],
  },
  {
    tag: 'pickleball',
    level: 3,
    course: { shape: 'rising', times: 2 },
    companions: ['sports', 'weekend'],
    countries: ['US', 'CA'],
    hasStar: true,
    sentences: ['The serve nobody returns', 'Our first tournament', 'Is this court legal?', 'Doubles with grandma'],
  },
  {
    tag: 'sourdough',
    level: 3,
    course: { shape: 'fading', times: 2 },
    companions: ['baking', 'homemade', 'easyrecipes'],
    countries: ['US', 'GB', 'AU', 'DE', 'FR'],
    sentences: ['My starter has a name', 'Why it did not rise', 'Scoring patterns, ranked', 'The crumb shot'],
  },
]

/** Hashtags that occur with everything. */
const everydayTags = ['fyp', 'viral', 'foryou', 'tips'] as const

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
      for (let index = 0; index < count; index += 1) {
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
    text: `${random.pick(tag.sentences)} ${hashtags.map((hashtag) => `#${hashtag}`).join(' ')}`,
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

function makeHit(settings: MadeVideo): TaggedVideo {
  return { ...makeVideo(settings), views: 8_400_000, likes: 512_000, comments: 9100, shares: 44_000 }
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
