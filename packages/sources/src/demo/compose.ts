import type { DocumentKind } from '../source.types.ts'
import type { Random } from '@auspex/contract/random'
import { type DemoTone, english, french, german, type Sentences, spanish } from './sentences.ts'
import {
  type DemoCountry,
  type DemoLanguage,
  demoOrganisations,
  demoPlaces,
  type DemoTopic,
  demoTopics,
} from './world.ts'

const sentencesOf: Readonly<Record<DemoLanguage, Sentences>> = { en: english, es: spanish, de: german, fr: french }

export interface Subject {
  topic: DemoTopic
  kind: Extract<DocumentKind, 'article' | 'post' | 'comment'>
  tone: DemoTone
  lang: DemoLanguage
  country: DemoCountry
  /** The event that the document is about, or null. */
  cause: string | null
}

/** Writes the title and text of one document from the sentences of its language. */
export function compose(random: Random, subject: Subject): { title: string; body: string } {
  const sentences = sentencesOf[subject.lang]
  const fill = createFiller(random, subject)
  const { tone, cause } = subject
  if (subject.kind === 'comment') {
    const opinions = take(random, sentences.opinions[tone], random.int(1, 2) + (tone === 'neutral' ? 1 : 0))
    if (tone !== 'neutral') opinions.push(random.pick(sentences.opinions.neutral))
    // A comment has to name its subject somewhere, though not necessarily in the first sentence.
    const named = opinions.some((sentence) => sentence.includes('{t}')) ? [] : [`${fill('{t}')}?`]
    return { title: '', body: [...named, ...opinions.map(fill)].join(' ') }
  }
  if (subject.kind === 'post') {
    const texts = [
      ...(cause === null ? [] : [random.pick(sentences.causeReports)]),
      ...take(random, sentences.opinions.neutral, random.int(1, 2)),
      ...take(random, sentences.opinions[tone === 'neutral' ? 'neutral' : tone], tone === 'neutral' ? 1 : 2),
    ]
    return { title: fill(random.pick(sentences.postTitles)), body: [...new Set(texts)].map(fill).join(' ') }
  }
  const headlines = cause === null ? sentences.headlines[tone] : sentences.causeHeadlines
  const texts = [
    ...take(random, sentences.reports.neutral, 1),
    ...(cause === null ? [] : [random.pick(sentences.causeReports)]),
    ...take(random, sentences.reports[tone], tone === 'neutral' ? 3 : 2),
    ...take(random, sentences.reports.neutral, random.int(1, 2)),
  ]
  return { title: fill(random.pick(headlines)), body: [...new Set(texts)].map(fill).join(' ') }
}

function createFiller(random: Random, { topic, country, lang, cause }: Subject): (sentence: string) => string {
  // Passing mentions would blur the planted trends, so only steady topics are mentioned.
  const related = demoTopics.filter(
    (other) => other.theme === topic.theme && other !== topic && other.trend.shape === 'steady',
  )
  // In other languages, English names are used without their article.
  const local = (name: string) => (lang === 'en' ? name : name.replace(/^the /, ''))
  const [place, organisation] = [random.pick(demoPlaces[country]), local(random.pick(demoOrganisations))]
  return (sentence) => {
    const [a = '', b = ''] = take(random, topic.aspects, 2)
    const filled = sentence.replace(/\{([a-z])\}/g, (_, slot: string) => {
      if (slot === 't') return topic.names[lang]
      if (slot === 'a') return a
      if (slot === 'b') return b
      if (slot === 'n') return String(random.int(3, 68))
      if (slot === 'p') return place
      if (slot === 'o') return organisation
      if (slot === 'c') return local(cause ?? a)
      return (related.length > 0 ? random.pick(related) : topic).names[lang]
    })
    return filled.charAt(0).toUpperCase() + filled.slice(1)
  }
}

/** Some of the items, each at most once, in random order. */
function take<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  const remaining = [...items]
  const chosen: Item[] = []
  while (chosen.length < count && remaining.length > 0)
    chosen.push(...remaining.splice(Math.floor(random.next() * remaining.length), 1))
  return chosen
}
