import type { SourceKey, Voice, VoicesSection } from '@auspex/sdk/types'
import { meanTone } from '../report/tone-section.ts'

/** Documents as columns of equal length: the story, the voice (0: unknown) and the instant of each. */
export interface PublicationColumns {
  readonly length: number
  readonly story: { readonly [index: number]: bigint }
  readonly voice: { readonly [index: number]: number }
  readonly instant: { readonly [index: number]: number }
}

/** How early a voice published the stories that it shares with others. */
export interface PublicationOrder {
  /** Stories that it and at least one other voice published. */
  sharedStories: number
  /** Mean place in them: 1 was always first, 0 always last. Equal instants share their place. */
  earliness: number
}

/**
 * Ranks the voices of each story by their first document of it: place 1 - rank / (voices - 1), ties get the mean of their ranks. Voices that share no
 * story are absent. `isShared` selects the stories to consider, so that the many with only one document cost nothing.
 */
export function rankByPublication(
  columns: PublicationColumns,
  isShared: (story: bigint) => boolean,
): Map<number, PublicationOrder> {
  const stories = new Map<bigint, Map<number, number>>()
  for (let index = 0; index < columns.length; index++) {
    const story = columns.story[index] ?? 0n
    const voice = columns.voice[index] ?? 0
    if (voice === 0 || !isShared(story)) continue
    const instant = columns.instant[index] ?? 0
    let firsts = stories.get(story)
    if (firsts === undefined) stories.set(story, (firsts = new Map()))
    const first = firsts.get(voice)
    if (first === undefined || instant < first) firsts.set(voice, instant)
  }
  const sums = new Map<number, { stories: number; sum: number }>()
  for (const firsts of stories.values()) addRanks(firsts, sums)
  return new Map([...sums].map(([voice, { stories: n, sum }]) => [voice, { sharedStories: n, earliness: sum / n }]))
}

function addRanks(firsts: ReadonlyMap<number, number>, sums: Map<number, { stories: number; sum: number }>): void {
  const last = firsts.size - 1
  if (last < 1) return
  const ordered = [...firsts].toSorted(([, a], [, b]) => a - b)
  let from = 0
  while (from < ordered.length) {
    let to = from
    while (to + 1 < ordered.length && ordered[to + 1]?.[1] === ordered[from]?.[1]) to++
    const placed = 1 - (from + to) / 2 / last
    for (const [voice] of ordered.slice(from, to + 1)) {
      const seen = sums.get(voice) ?? { stories: 0, sum: 0 }
      sums.set(voice, { stories: seen.stories + 1, sum: seen.sum + placed })
    }
    from = to + 1
  }
}

/** Documents as columns of equal length: the number of the story (0: published once), the voice (0: unknown) and the instant of each. */
export interface StandingColumns {
  readonly length: number
  readonly story: { readonly [index: number]: number }
  readonly voice: { readonly [index: number]: number }
  readonly instant: { readonly [index: number]: number }
}

/** The stories of a voice, and who followed it. */
export interface StoryStanding {
  /** Distinct stories. */
  stories: number
  /** How often another voice published one of them later: each voice once per story. */
  followers: number
  /** Σ over its stories of 1 + log₂(1 + followers of the story), to six decimals. */
  weight: number
}

/**
 * The ranking of voices: each story counts once, however often the voice repeats it, and more when others follow, on a log scale, so that one text
 * copied by hundreds does not outweigh a dozen stories. Equal instants do not follow each other.
 */
export function measureStandings({ length, story, voice, instant }: StandingColumns): Map<number, StoryStanding> {
  const standings = new Map<number, StoryStanding>()
  const shared = new Map<number, Map<number, number>>()
  for (let index = 0; index < length; index++) {
    const [storyNumber, teller, when] = [story[index] ?? 0, voice[index] ?? 0, instant[index] ?? 0]
    if (teller === 0) continue
    if (storyNumber === 0) {
      addStory(standings, teller, 0)
      continue
    }
    let firsts = shared.get(storyNumber)
    if (firsts === undefined) shared.set(storyNumber, (firsts = new Map()))
    const first = firsts.get(teller)
    if (first === undefined || when < first) firsts.set(teller, when)
  }
  for (const firsts of shared.values()) {
    const ordered = [...firsts].toSorted(([, a], [, b]) => a - b)
    let after = ordered.length
    ordered.forEach(([teller, when], position) => {
      // all that published it at the same instant have the same followers
      if (position === 0 || when !== ordered[position - 1]?.[1]) {
        let next = position
        while (ordered[next]?.[1] === when) next++
        after = ordered.length - next
      }
      addStory(standings, teller, after)
    })
  }
  for (const standing of standings.values()) standing.weight = Math.round(standing.weight * 1e6) / 1e6
  return standings
}

function addStory(standings: Map<number, StoryStanding>, voice: number, followers: number): void {
  let standing = standings.get(voice)
  if (standing === undefined) standings.set(voice, (standing = { stories: 0, followers: 0, weight: 0 }))
  standing.stories += 1
  standing.followers += followers
  standing.weight += 1 + Math.log2(1 + followers)
}

/** Facts about a voice; each is null when the documents do not contain it. */
interface VoiceFacts {
  documents: number
  /** Points and comments. */
  reach: number | null
  comments: number | null
  sharedStories: number | null
  /** Mean place in the shared stories, in [0, 1]. */
  earliness: number | null
}

/** Factors in [0, 1]; null when unknown. */
interface VoiceFactors {
  influence: number | null
  reach: number | null
  amplification: number | null
  firstMover: number | null
}

/** This many stories at an average place are added to the observed ones, so that one lucky story does not make a first mover. */
const evenStories = 2

/**
 * Reach and amplification (comments per document) as ln(1 + x) / ln(1 + highest of the list); first-mover as the mean place shrunk towards one half:
 * (n · earliness + 2 · ½) / (n + 2). Influence is the geometric mean of the known factors, null when fewer than two are known: a product, so that no
 * factor compensates for the lack of another, on a scale that stays comparable when one is unknown. The weights are our own convention.
 */
export function voiceFactors(voices: readonly VoiceFacts[]): VoiceFactors[] {
  const perDocument = voices.map(commentsPerDocument)
  const highestReach = highest(voices.map(({ reach }) => reach))
  const highestAmplification = highest(perDocument)
  return voices.map(({ reach, sharedStories, earliness }, index) => {
    const factors = {
      reach: onScale(reach, highestReach),
      amplification: onScale(perDocument[index] ?? null, highestAmplification),
      firstMover:
        earliness === null || !sharedStories
          ? null
          : (sharedStories * earliness + evenStories / 2) / (sharedStories + evenStories),
    }
    return { influence: geometricMean(Object.values(factors)), ...factors }
  })
}

/** Comments per document; null when no document has a comment count. */
function commentsPerDocument({ comments, documents }: { comments: number | null; documents: number }): number | null {
  return comments === null || documents === 0 ? null : Math.max(0, comments) / documents
}

function highest(values: readonly (number | null)[]): number {
  return values.reduce<number>((best, value) => Math.max(best, value ?? 0), 0)
}

function onScale(value: number | null, top: number): number | null {
  if (value === null) return null
  return top <= 0 ? 0 : Math.log1p(Math.max(0, value)) / Math.log1p(top)
}

function geometricMean(factors: readonly (number | null)[]): number | null {
  const known = factors.filter((factor) => factor !== null)
  if (known.length < 2) return null
  return known.reduce((product, factor) => product * factor, 1) ** (1 / known.length)
}

/** A voice of a topic, with what was counted of it. */
export interface CountedVoice {
  name: string
  /** The group that most of its documents belong to. */
  group: Voice['group']
  sourceKey: SourceKey
  /** Distinct stories that it published, and how often others followed later; null when a sample was read. */
  stories: number | null
  followers: number | null
  /** Days of its first and last document. */
  firstDay: string
  lastDay: string
  documents: number
  /** Sums of the known values; null when no document has one. */
  score: number | null
  comments: number | null
  tone: Parameters<typeof meanTone>[0]
  /** Stories that it shares with other voices, and its mean place in them; null when a sample was read. */
  sharedStories: number | null
  earliness: number | null
}

interface VoicesInput {
  authors: readonly CountedVoice[]
  outlets: readonly CountedVoice[]
  /** Last day of the report: documents dated after it are excluded. */
  lastDay: string
}

/** Voices in the order of the facts: by stories, then by who followed. */
export function presentVoices({ authors, outlets, lastDay }: VoicesInput): VoicesSection {
  const section: VoicesSection = {
    section: 'voices',
    authors: toVoices(authors, 'author', lastDay),
    outlets: toVoices(outlets, 'outlet', lastDay),
    note: null,
  }
  return { ...section, note: noteOn(section) }
}

function toVoices(facts: readonly CountedVoice[], kind: Voice['kind'], reportEnd: string): Voice[] {
  const factors = voiceFactors(facts.map((voice) => ({ ...voice, reach: reachOf(voice) })))
  return facts.map((voice, index): Voice => {
    const { name, group, sourceKey, stories, followers, documents, firstDay, lastDay, sharedStories, earliness } = voice
    const { influence = null, reach = null, amplification = null, firstMover = null } = factors[index] ?? {}
    return {
      name,
      kind,
      group,
      source: sourceKey,
      stories,
      followers,
      documents,
      reach: reachOf(voice),
      factors: {
        influence: toFourDecimals(influence),
        reach: toFourDecimals(reach),
        amplification: toFourDecimals(amplification),
        firstMover: toFourDecimals(firstMover),
        commentsPerDocument: toFourDecimals(commentsPerDocument(voice)),
        sharedStories,
        earliness: toFourDecimals(earliness),
      },
      toneMean: meanTone(voice.tone),
      firstDay: firstDay < reportEnd ? firstDay : reportEnd,
      lastDay: lastDay < reportEnd ? lastDay : reportEnd,
    }
  })
}

/** More digits would add a tenth to the section and carry no information. */
function toFourDecimals(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000
}

/** Sum of points and comments; null when no document reports either. A sum below zero is not a reach. */
function reachOf({ score, comments }: CountedVoice): number | null {
  return score === null && comments === null ? null : Math.max(0, (score ?? 0) + (comments ?? 0))
}

function noteOn({ authors, outlets }: VoicesSection): string | null {
  if (outlets.length === 0) return null
  const voices = [...authors, ...outlets]
  const parts = [
    authors.length === 0 ? 'No source of these documents names authors.' : null,
    voices.every(({ reach }) => reach === null) ? 'No source of these documents reports points or comments.' : null,
    voices.every(({ factors }) => factors.sharedStories === null)
      ? 'Only a sample was read, which cannot show who was first.'
      : voices.every(({ factors }) => factors.firstMover === null)
        ? 'No text here was published by two voices, so nobody was first.'
        : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}
