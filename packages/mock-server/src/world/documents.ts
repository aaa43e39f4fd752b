import { countryCodes } from '@auspex/contract/countries'
import { createRandom, type Random } from '@auspex/contract/random'
import {
  documentIdentity,
  scoreTone,
  styleOfKind,
  titleFingerprint,
  tokens,
  type ToneLabel,
  webAddress,
} from '@auspex/analytics'
import { mondayOf } from '@auspex/contract/days'
import type { DocumentKind, Engagement, ImportDocument, PublishedDocument, SourceKey } from '@auspex/sdk/types'
import { seedOf } from '../generate/generator.ts'
import { authors, newsOutlets, sourceKeys, worldSources } from './sources.ts'

/** One document of a topic. Its topic stands as `topicMark` in the texts, so that it can be written as the person typed it. */
export interface WorldDocument {
  id: string
  day: string
  publishedAt: string
  source: SourceKey
  kind: DocumentKind
  outlet: string
  author: string | null
  country: string | null
  countryBasis: 'source' | 'content' | null
  title: string
  body: string
  tone: { label: ToneLabel; score: number | null }
  engagement: Engagement | null
  /** Documents that tell the same story share it. */
  storyCluster: string
  /** What else it names. */
  contexts: readonly string[]
}

export const topicMark = '\u0001'

/** Before its first day a topic has a fourth of its documents, which only a search for none but such days finds. */
const quietShare = 0.25
const weekdays = [0.62, 1.1, 1.14, 1.16, 1.14, 1.1, 0.66] // Sunday first
const eventCycleDays = 60
const eventShape = [0.45, 0.28, 0.15, 0.08, 0.04]
const sameStoryShare = 0.7
const copyShare = 0.12

/** What comes up with topics; each topic has some of them. */
const companionPool =
  'prices supply regulation investors factories schools exports safety research startups patents jobs imports subsidies consumers retailers standards energy insurance logistics training lawsuits tourism recycling'.split(
    ' ',
  )
const organizationPool =
  'Northwind, Contoso, Fabrikam, Tailspin, Litware, Proseware, Adventure Works, Wingtip, Lucerne, Coho'.split(', ')

const t = topicMark
/** Titles and texts by their tone; `%` stands for something that comes up with the topic, `@` for an organization. */
const stories: readonly (readonly [title: string, body: string])[] = [
  [`${t} and %: what changed this week`, `A look at ${t} and %. Figures were published on the same day.`],
  [`How ${t} is measured`, `Two offices count ${t} in different ways. Their tables also list %.`],
  [`@ publishes figures on ${t}`, `@ published its yearly table on ${t}. It has a column for %.`],
  [`Report: ${t} in numbers`, `The report lists ${t} by month, and % by country.`],
  [`${t}: questions and answers about %`, `Readers asked about ${t} and %. The editors answered eight of them.`],
  [`Great success for ${t} as % improve`, `People love ${t}. It is a great success, and the mood about % is good.`],
  [`@ celebrates its best year with ${t}`, `@ is happy with ${t}: an excellent year, with strong and healthy %.`],
  [`Why ${t} wins friends`, `Users are delighted with ${t}. They praise the wonderful results and enjoy %.`],
  [`${t} helps where % failed`, `A beautiful idea: ${t} helps many families, and they are thankful.`],
  [`Fears over ${t} grow as % fall`, `There is anger about ${t}. Critics fear terrible losses and blame %.`],
  [`@ under fire over ${t}`, `The failure of ${t} is a disaster for @. Workers are angry about %.`],
  [`${t} disappoints again`, `Bad news for ${t}: a poor result, sad customers and a crisis of %.`],
  [`Warning of fraud with ${t}`, `Police warn of fraud with ${t}. Victims lost everything; % suffer too.`],
]
const chatter: readonly string[] = [
  `Does anybody here use ${t}? I compared it with % last month.`,
  `The numbers on ${t} are out. The part about % is on page 12.`,
  `I love ${t}. Best decision this year, and % got better too.`,
  `${t} is awful. I hate what it does to %, and nobody cares.`,
  `Honestly ${t} is good, but % are a bad joke.`,
  `We moved to ${t} in spring. Happy so far, great support from @.`,
  `${t} again broke everything. Terrible, and % made it worse.`,
  `Where can I read more on ${t} and %?`,
]

/** What stays the same about a topic on all days. */
interface TopicProfile {
  topic: string
  seed: number
  perDay: number
  /** The day from which a search without a first day finds it. */
  firstDay: number
  phase: number
  leaning: number
  companions: readonly string[]
  organizations: readonly string[]
}

const dayMs = 86_400_000
/** The day since which the library records what it collects, and before which no topic begins. */
export const collectedSince = '2025-06-01'
const firstOfAll = Date.parse(collectedSince) / dayMs
const weightOfAll = sourceKeys.reduce((sum, key) => sum + worldSources[key].weight, 0)

/** The documents of topics, made on demand: each is a function of the seed, the topic and the day, so every part of a topic agrees with the whole. */
export class TopicDocuments {
  readonly #profile: TopicProfile
  readonly #days = new Map<number, WorldDocument[]>()
  readonly #tones = new Map<string, WorldDocument['tone']>()

  constructor(seed: number, topic: string) {
    const random = createRandom(seedOf(seed, topic))
    const several = (pool: readonly string[], count: number) =>
      Array.from({ length: count }, () => random.pick(pool)).filter((each, at, all) => all.indexOf(each) === at)
    this.#profile = {
      topic,
      seed: seedOf(seed, 'topic', topic),
      perDay: 0.9 + 2.2 * random.next(),
      firstDay: firstOfAll + random.below(200),
      phase: random.below(365),
      leaning: random.next(),
      companions: several(companionPool, 6),
      organizations: several(organizationPool, 3),
    }
  }

  /** The first day of a search that names none. */
  get firstDay(): string {
    return toDay(this.#profile.firstDay)
  }

  /** What comes up with the topic: words, and names of organizations. */
  get contexts(): { terms: readonly string[]; names: readonly string[] } {
    return { terms: this.#profile.companions, names: this.#profile.organizations }
  }

  ofDay(day: string): readonly WorldDocument[] {
    const number = Date.parse(day) / dayMs
    let documents = this.#days.get(number)
    if (documents === undefined) this.#days.set(number, (documents = this.#make(number, day)))
    return documents
  }

  #make(number: number, day: string): WorldDocument[] {
    const { seed, perDay, phase, firstDay } = this.#profile
    const random = createRandom(seedOf(seed, day))
    const season = 1 + 0.4 * Math.sin((2 * Math.PI * (number + phase)) / 310)
    const rate = perDay * (weekdays[(number + 4) % 7] ?? 1) * season * (number < firstDay ? quietShare : 1)
    const usual = random.poisson(rate)
    const event = this.#eventOf(number)
    const extra = event === null ? 0 : random.poisson(event.documents)
    const documents: WorldDocument[] = []
    for (let at = 0; at < usual + extra; at += 1) {
      const story = at >= usual && event !== null && random.chance(sameStoryShare) ? event : null
      const copied = story === null && random.chance(copyShare) ? (documents.at(-1) ?? null) : null
      documents.push(this.#document(random, { day, at, story, copied }))
    }
    return documents.toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))
  }

  /** Some cycles have an event: a few days with many documents that tell one story. */
  #eventOf(number: number): { key: string; text: number; documents: number } | null {
    const { seed, phase } = this.#profile
    const cycle = Math.floor((number + phase) / eventCycleDays)
    const random = createRandom(seedOf(seed, 'event', String(cycle)))
    if (!random.chance(0.7)) return null
    const day = number + phase - cycle * eventCycleDays - random.int(5, eventCycleDays - 6)
    const share = eventShape[day]
    const documents = (share ?? 0) * random.int(8, 34)
    const text = random.below(stories.length)
    return share === undefined
      ? null
      : { key: `c${seedOf(seed, 'story', String(cycle)).toString(36)}`, text, documents }
  }

  #document(
    random: Random,
    from: { day: string; at: number; story: { key: string; text: number } | null; copied: WorldDocument | null },
  ): WorldDocument {
    const { day, at, story, copied } = from
    const { seed, companions, organizations, leaning } = this.#profile
    const id = `doc_${[1, 2].map((half) => seedOf(seed + half, day, String(at)).toString(36)).join('')}`
    const source = pickSource(random, copied === null && story === null ? null : isNews)
    const kind = random.pick(worldSources[source].kinds)
    const isTalk = talkKinds.has(kind)
    const place = random.next()
    const companion = random.pick(companions)
    const organization = random.pick(organizations)
    const fill = (text: string) => text.replaceAll('%', companion).replaceAll('@', organization)
    const drawn = { text: pickText(random, leaning), line: random.pick(chatter) }
    const texts = textsOf({ copied, story, isTalk, drawn }, fill)
    const contexts = [companion, organization].filter((name) => `${texts.title} ${texts.body}`.includes(name))
    const outlet = random.pick(newsOutlets)
    const hasOutlet = kind === 'article' || kind === 'video'
    const seconds = random.below(86_400)
    const country = hasOutlet
      ? { country: outlet.country, countryBasis: 'source' as const }
      : drawCountry(random, place)
    const score = Math.floor(Math.exp(random.next() * 5))
    return {
      id,
      day,
      publishedAt: `${day}T${new Date(seconds * 1000).toISOString().slice(11, 19)}Z`,
      source,
      kind,
      outlet: hasOutlet ? outlet.name : worldSources[source].label,
      author: isTalk ? random.pick(authors) : null,
      ...country,
      ...texts,
      contexts: copied?.contexts ?? contexts,
      tone: this.#toneOf(texts, kind),
      engagement: isTalk
        ? { score, comments: random.below(Math.max(1, Math.floor(score / 2))), views: null, reposts: null }
        : null,
      storyCluster: story?.key ?? copied?.storyCluster ?? `c${id.slice(4)}`,
    }
  }

  #toneOf({ title, body }: { title: string; body: string }, kind: DocumentKind): WorldDocument['tone'] {
    const style = styleOfKind(kind)
    const text = `${title}. ${body}`
    const key = `${style} ${text}`
    let tone = this.#tones.get(key)
    if (tone === undefined) {
      const { label, score } = scoreTone(text.replaceAll(topicMark, 'it'), 'en', { style })
      this.#tones.set(key, (tone = { label, score }))
    }
    return tone
  }
}

const talkKinds: ReadonlySet<DocumentKind> = new Set(['post', 'comment', 'question', 'answer'])

/** A document as its source and kind have it: copied, told like others of an event, said in talk, or a text of its own. */
interface TextOrigin {
  copied: WorldDocument | null
  story: { text: number } | null
  isTalk: boolean
  drawn: { text: number; line: string }
}

function textsOf(
  { copied, story, isTalk, drawn }: TextOrigin,
  fill: (text: string) => string,
): Pick<WorldDocument, 'title' | 'body'> {
  if (copied !== null) return { title: copied.title, body: copied.body }
  if (isTalk && story === null) return { title: fill(drawn.line), body: '' }
  const [title, body] = stories[story?.text ?? drawn.text] ?? stories[0] ?? ['', '']
  return { title: fill(title), body: fill(body) }
}

/** The country that a text without an outlet tells of: of a few the country of some outlet, of fewer any; most tell of none. */
function drawCountry(random: Random, place: number): Pick<WorldDocument, 'country' | 'countryBasis'> {
  if (place < 0.35) return { country: random.pick(newsOutlets).country, countryBasis: 'content' }
  if (place < 0.45) return { country: random.pick(countryCodes()), countryBasis: 'content' }
  return { country: null, countryBasis: null }
}

/** An imported document as lists show it, read as the server reads it, except for a language that is not given. */
export function toImported({ sourceKey: source, nativeId, body, lang, ...given }: ImportDocument): PublishedDocument {
  const { title, kind } = given
  const language = lang ?? 'en' // what finds the language of a text is larger than a fifth of this package
  const { url, canonical } = webAddress(given.url ?? '')
  const identity = documentIdentity({ ...given, sourceKey: source, nativeId, body }, canonical)
  const id = `doc_${[1, 2].map((half) => seedOf(half, identity).toString(36)).join('')}`
  const { label, score } = scoreTone(body === null ? title : `${title}. ${body}`, language, {
    style: styleOfKind(kind),
  })
  const fingerprint = kind === 'comment' || kind === 'answer' ? null : titleFingerprint(tokens(title))
  return {
    ...given,
    id,
    source,
    url,
    snippet: body?.slice(0, 600) ?? null,
    highlights: { title: [], snippet: [] },
    language,
    tone: { label, score },
    // equal titles within a week are one story
    storyCluster:
      fingerprint === null ? `c${id.slice(4)}` : `c${fingerprint}${mondayOf(given.publishedAt.slice(0, 10))}`,
  }
}

function isNews(source: SourceKey): boolean {
  return worldSources[source].kinds[0] === 'article'
}

function pickSource(random: Random, isWanted: ((source: SourceKey) => boolean) | null): SourceKey {
  for (;;) {
    let left = random.next() * weightOfAll
    const source = sourceKeys.find((key) => (left -= worldSources[key].weight) < 0) ?? 'gdelt'
    if (isWanted === null || isWanted(source)) return source
  }
}

/** A topic leans to good or bad news. */
function pickText(random: Random, leaning: number): number {
  if (random.chance(0.4)) return random.below(5)
  return random.next() < 0.25 + 0.5 * leaning ? random.int(5, 8) : random.int(9, 12)
}

function toDay(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10)
}
