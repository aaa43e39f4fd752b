import { isContextTerm } from '../contexts/context-terms.ts'
import { keepIdentities } from './group-identities.ts'
import { centresOf, nearestCentres } from './group-vectors.ts'
import { bareHeadline, chooseHeadline } from './choose-headline.ts'
import { completeNames } from './complete-names.ts'
import { chooseNamingTerms, chooseTerms, groupTerms, subjectOf, writtenForm } from './name-groups.ts'
import { type GroupPlace, placeGroups } from './place-groups.ts'
import type { Steps } from './steps.ts'
import type { DocumentVectors } from './topic-vectors.ts'
import type { TopicWords } from './topic-words.ts'
import type { WordReader } from './word-vectors.ts'

/** A document of a topic; those with the same `storyId` are copies of one story. */
export interface TopicDocument {
  id: string
  title: string
  body: string | null
  /** The publisher: a site or a community. */
  outlet: string
  storyId: string
  /** Its language, if it is known: a headline in another than most is a poor name. */
  lang?: string | null
}

/** What many documents of a topic are about. */
export interface TopicGroup {
  /** Its identity: that of the group of before with most of its documents, or the id of its most typical document. */
  id: string
  /** Its strongest terms, one to three: what its documents share. A headline would say what one of them says. */
  name: string
  /** A headline that is typical of it, without what stands around it; null where none speaks for the group. */
  headline: string | null
  /** Id of the document whose headline it is, or of the most typical one. */
  headlineId: string
  /** Three to five words and phrases that set it apart, as its documents write them, strongest first. */
  terms: string[]
  /** All its documents with their copies, the most typical first. */
  documentIds: string[]
  /** Number of its stories: copies count once. */
  stories: number
  /** Its part of the topic's documents, in [0, 1]. */
  share: number
  /** Mean cosine of two of its stories, in [-1, 1]; 1 for one. */
  cohesion: number
  /** Where it is on a map of the topic. */
  place: GroupPlace
}

/** The groups of a topic, largest first, and the documents that are in none. */
export interface GroupedTopic {
  groups: TopicGroup[]
  /** Documents without a subject that many share. */
  otherIds: string[]
  /** Places of typical documents of the groups on the map of the topic, in [-1, 1]. */
  places: { id: string; x: number; y: number }[]
  /** Why there are no groups, where the documents were not grouped. */
  refusal: 'few-documents' | null
}

/** Terms shown for a group. */
export const maxTerms = 5
const minTerms = 3
/** Headlines near the centre that can name a group. */
const nameCandidates = 40
/** Where no headline speaks for a group and the words are of less content, it is talk. */
const quotedContent = 0.84
/** Where the terms of its name are in a smaller part of its texts, they have no common subject. */
const minNamedPart = 0.2

/** A topic that was read, and the stories of its groups. */
interface DescribedTopic {
  stories: readonly (readonly TopicDocument[])[]
  firsts: readonly TopicDocument[]
  /** What each outlet prints in most of its titles. */
  boilerplate: ReadonlyMap<string, ReadonlySet<string>>
  reader: WordReader | null
  words: TopicWords
  vectors: DocumentVectors
  members: readonly (readonly number[])[]
  before: ReadonlyMap<string, string | null> | undefined
}

/** Names the groups, largest first, so that a small one yields where two headlines are alike, and places them on a map. */
export function* describeGroups({
  stories,
  firsts,
  boilerplate,
  reader,
  words,
  vectors,
  members,
  before,
}: DescribedTopic): Steps<GroupedTopic> {
  const documents = stories.reduce((sum, story) => sum + story.length, 0)
  const sizeOf = (group: readonly number[]) => group.reduce((sum, story) => sum + (stories[story]?.length ?? 0), 0)
  const ordered = members.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a[0] ?? 0) - (b[0] ?? 0))
  const terms = groupTerms(words, ordered)
  const chosenTerms = chooseTerms(
    words,
    ordered.map((texts, at) => ({ terms: terms[at] ?? [], texts })),
    maxTerms,
  )
  const language = commonLanguage(firsts)
  const namesTaken: ReadonlySet<string>[] = []
  const groups: Omit<TopicGroup, 'place'>[] = []
  const named: (readonly number[])[] = []
  for (const [at, group] of ordered.entries()) {
    yield
    const { typical, cohesion } = shapeOf(vectors, group)
    const chosen = chosenTerms[at] ?? []
    const candidates = typical.slice(0, nameCandidates).map(({ text, likeness }) => {
      const { title = '', outlet = '', lang = null } = firsts[text] ?? {}
      const isForeign = lang !== null && language !== null && lang !== language
      return { text, likeness, isForeign, headline: bareHeadline(title, boilerplate.get(outlet)) }
    })
    const name = chooseHeadline(candidates, {
      words,
      terms: chosen,
      texts: group,
      taken: namesTaken,
      isKnown: reader?.isKnown ?? (() => true),
    })
    const naming = chooseNamingTerms(words, { strongest: chosen, all: terms[at] ?? [] }, group)
    if (chosen.length < minTerms || naming.terms.length === 0) continue
    const isQuoted = name !== null
    const typicalFirsts = typical.flatMap(({ text }) => firsts[text] ?? [])
    const isTalk = !isQuoted && subjectOf(words, group).content < quotedContent
    const isScattered = naming.covered < minNamedPart
    // what was a group stays one: at the limit, a few new documents would make it come and go
    if ((isTalk || isScattered) && !wasGrouped(typicalFirsts, before)) continue
    const formOf = createForms(typicalFirsts)
    const written = chosen.map(({ term }) => formOf(words.stems[term] ?? []))
    const fullTerms = completeNames(words, naming.terms, {
      texts: group,
      isName: (stems) => canBeName(stems, formOf),
    })
    if (isQuoted) namesTaken.push(name.stems)
    const documentIds = typical.flatMap(({ text }) => stories[text] ?? []).map(({ id }) => id)
    groups.push({
      id: documentIds[0] ?? '',
      name: nameOfTerms(fullTerms.map(formOf)),
      headline: isQuoted ? name.name : null,
      headlineId: (isQuoted ? firsts[name.text] : typicalFirsts[0])?.id ?? '',
      terms: written,
      documentIds,
      stories: group.length,
      share: documentIds.length / documents,
      cohesion,
    })
    named.push(typical.map(({ text }) => text))
  }
  const grouped = new Set(groups.flatMap(({ documentIds }) => documentIds))
  const otherIds = stories
    .flat()
    .map(({ id }) => id)
    .filter((id) => !grouped.has(id))
  yield
  const map = yield* placeGroups(vectors, named)
  const placed = groups.map((group, at) => ({ ...group, place: map.groups[at] ?? { x: 0, y: 0, radius: 0 } }))
  return {
    groups: before === undefined ? placed : keepIdentities(placed, before),
    otherIds,
    places: map.members.flatMap(({ member, x, y }) => ({ id: firsts[member]?.id ?? '', x, y })),
    refusal: null,
  }
}

/** The language of most texts; null where none is known. */
function commonLanguage(texts: readonly TopicDocument[]): string | null {
  const counts = new Map<string, number>()
  for (const { lang } of texts) if (lang != null) counts.set(lang, (counts.get(lang) ?? 0) + 1)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? null
}

/** Whether most of the texts were in groups before. */
function wasGrouped(texts: readonly TopicDocument[], before: DescribedTopic['before']): boolean {
  return before !== undefined && texts.filter(({ id }) => before.get(id) != null).length > texts.length / 2
}

/** How most of the texts write terms (`writtenForm`), each looked at once. */
function createForms(texts: readonly TopicDocument[]): (stems: readonly string[]) => string {
  const known = new Map<string, string>()
  return (stems) => {
    const key = stems.join(' ')
    const form = known.get(key) ?? writtenForm(stems, texts)
    known.set(key, form)
    return form
  }
}

/** Whether the words at both ends have content or are written with a capital: *new* belongs to *New York*, not to a new study. */
function canBeName(stems: readonly string[], formOf: (stems: readonly string[]) => string): boolean {
  const ends = [stems[0] ?? '', stems.at(-1) ?? '']
  if (ends.every(isContextTerm)) return true
  const forms = formOf(stems).split(' ')
  return [forms[0], forms.at(-1)].every(
    (form, at) => isContextTerm(ends[at] ?? '') || /^[\p{Lu}\p{N}]/u.test(form ?? ''),
  )
}

/** "NSA, surveillance, Edward Snowden". */
function nameOfTerms(terms: readonly string[]): string {
  const [first = ''] = terms
  // a name such as iPhone keeps its small letter
  const isPlain = !/\p{Lu}/u.test(first)
  return terms.join(', ').replace(/^\p{Ll}/u, (letter) => (isPlain ? letter.toUpperCase() : letter))
}

/** The vectors of some stories, in their order. */
export function selectVectors({ dimensions, values }: DocumentVectors, stories: readonly number[]): DocumentVectors {
  const selected = new Float64Array(stories.length * dimensions)
  stories.forEach((story, at) =>
    selected.set(values.subarray(story * dimensions, (story + 1) * dimensions), at * dimensions),
  )
  return { documents: stories.length, dimensions, values: selected }
}

/** The stories of a group by their likeness to its centre, nearest first, and the mean cosine of its pairs. */
export function shapeOf(
  vectors: DocumentVectors,
  group: readonly number[],
): { typical: { text: number; likeness: number }[]; cohesion: number } {
  const { values, dimensions } = selectVectors(vectors, group)
  const set = { size: group.length, dimensions, rows: values }
  const cosines = nearestCentres(set, centresOf(set, new Int32Array(group.length), 1)).likeness
  const typical = group.map((text, at) => ({ text, likeness: cosines[at] ?? 0 }))
  // the length of the sum of unit vectors is the sum of their cosines to its direction, and its square that of all pairs
  const length = typical.reduce((sum, { likeness }) => sum + likeness, 0)
  const size = group.length
  return {
    typical: typical.toSorted((a, b) => b.likeness - a.likeness || a.text - b.text),
    cohesion: size === 1 ? 1 : (length * length - size) / (size * (size - 1)),
  }
}
