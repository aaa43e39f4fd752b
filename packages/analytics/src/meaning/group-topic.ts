import { lightStem } from '../narratives/light-stem.ts'
import { centresOf, groupVectors, nearestCentres } from './group-vectors.ts'
import { outletBoilerplate } from '../narratives/outlet-boilerplate.ts'
import {
  bareHeadline,
  chooseName,
  chooseTerms,
  distinctTerms,
  groupTerms,
  minTexts,
  writtenForm,
} from './name-groups.ts'
import { readTopic, type TopicWords } from './topic-words.ts'
import { type DocumentVectors, minTopicDocuments, takeOffMean, toTopicVectors } from './topic-vectors.ts'
import type { ReadableDocument } from './train-word-vectors.ts'
import type { WordReader } from './word-vectors.ts'

/** A document of a topic; those with the same `storyId` are copies of one story. */
export interface TopicDocument {
  id: string
  title: string
  body: string | null
  /** The publisher: a site or a community. */
  outlet: string
  storyId: string
}

/** What many documents of a topic are about. */
export interface TopicGroup {
  /** Its identity: that of the group of before with most of its documents, or the id of its most typical document. */
  id: string
  /** A headline of one of its documents, without what stands around it. */
  name: string
  /** Id of the document whose headline it is. */
  nameId: string
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
}

/** The groups of a topic, largest first, and the documents that are in none. */
export interface GroupedTopic {
  groups: TopicGroup[]
  /** Documents without a subject that many share. */
  otherIds: string[]
  /** Why there are no groups, where the documents were not grouped. */
  refusal: 'few-documents' | null
}

/** Input of `groupTopic`. */
export interface GroupTopicInput {
  documents: readonly TopicDocument[]
  /** Folded words of the query: all documents share them, so they tell nothing apart. */
  own: ReadonlySet<string>
  /** The library's vectors (`createWordReader`); null where it has none yet, and the topic's own space is all there is. */
  reader: WordReader | null
  /**
   * The group of each document in an earlier run by document id, null for `other`. While at most a fifth of the stories are new, the groups of before stay,
   * and new subjects join them; then all are grouped afresh, and a group continues the one with which it shares most documents.
   */
  before?: ReadonlyMap<string, string | null> | undefined
  /** With fewer documents there are no groups. Default: 60. */
  minDocuments?: number
}

const maxTerms = 5
const minTerms = 3
/** Headlines near the centre that can name a group. */
const nameCandidates = 40
/** Fewer stories are an anecdote, */
const minStories = 3
/** and in a large topic this part of it. */
const minPart = 0.006
/** A group whose strongest terms say less has no subject of its own (see `subjectOf`). Chosen by reading groups of topics (docs/measures.md names them). */
const minSubstance = 0.85
const minContent = 0.78
const substanceTerms = 10
const contentTerms = 15
/** A group without a subject that has this many stories may hold several. */
const minSplit = 30
/** Stories of a group that are less alike on average are several subjects, if a second cut finds them. */
const minCohesion = 0.14
/** The second cut is finer: what was left together by the first are small subjects. */
const secondResolution = 3
/** A story that is farther from every centre is about something else. */
const minLikeness = 0.25
const rounds = 2
/** With more new stories than this part, a topic is grouped afresh, so that groups can merge and split. */
const maxNewPart = 0.2
/** A cosine by which a document of a group may be nearer to another and stay: groups must not flicker. */
const stayingLikeness = 0.1
/** A new group beside those of before has at least this part of new stories. */
const newSubjectPart = 1 / 3

/**
 * Puts each document of a topic into a group of those that speak of one subject, or into `other`: documents as vectors (`toTopicVectors`), communities
 * of nearest neighbours (`groupVectors`), a second cut of those without a subject, then each document to the nearest centre, if one is near. A group
 * without terms that set it apart or without a headline is dissolved. The same documents and groups of before give the same groups, in any order. 3,000
 * documents take about half a second.
 */
export function groupTopic({
  documents,
  own,
  reader,
  before,
  minDocuments = minTopicDocuments,
}: GroupTopicInput): GroupedTopic {
  const ordered = documents.toSorted((a, b) => compareText(a.id, b.id))
  if (documents.length === 0 || documents.length < minDocuments) {
    return { groups: [], otherIds: ordered.map(({ id }) => id), refusal: 'few-documents' }
  }
  const stories = [...Map.groupBy(ordered, ({ storyId }) => storyId).values()]
  const firsts = stories.flatMap(([first]) => first ?? []) // each story has a document
  const ownStems = new Set([...own].map(lightStem))
  const boilerplate = outletBoilerplate(firsts)
  const words = readTopic(
    firsts.map(({ title, body, outlet }) => ({ title, body, boilerplate: boilerplate.get(outlet) })),
    { own: ownStems, reader },
  )
  const vectors = toTopicVectors(words, { reader })
  const members = findMembers(words, vectors, toNumbers(stories, before))
  return describe({ stories, firsts, boilerplate, reader, words, vectors, members, before })
}

/**
 * The group of each text from 0, by meaning alone: each text is in a group, whatever it says; -1 for one without a known word. For texts that are no topic
 * of somebody; a topic's groups are `groupTopic`.
 */
export function groupTexts(texts: readonly ReadableDocument[], reader: WordReader | null): Int32Array {
  return groupVectors(toTopicVectors(readTopic(texts, { own: new Set(), reader }), { reader }))
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Numbers of stories that were in no group, and of new ones. */
const inOther = -1
const isNew = -2

/** The group of each story before, from 0, or `inOther` or `isNew`; null where too many are new, and without groups of before. */
function toNumbers(
  stories: readonly (readonly TopicDocument[])[],
  before: ReadonlyMap<string, string | null> | undefined,
): Int32Array | null {
  if (before === undefined) return null
  const numbers = new Map<string, number>()
  const found = Int32Array.from(stories, (story) => {
    const known = story.find(({ id }) => before.has(id))
    if (known === undefined) return isNew
    const group = before.get(known.id) ?? null
    if (group === null) return inOther
    const number = numbers.get(group) ?? numbers.size
    numbers.set(group, number)
    return number
  })
  const added = found.filter((number) => number === isNew).length
  return numbers.size === 0 || added > maxNewPart * stories.length ? null : found
}

/** The stories of each group that has a subject. */
function findMembers(words: TopicWords, vectors: DocumentVectors, before: Int32Array | null): number[][] {
  const all = Array.from({ length: vectors.documents }, (_, story) => story)
  const needed = Math.max(minStories, minPart * vectors.documents)
  const hasSubject = (group: readonly number[]) => {
    if (group.length < needed) return false
    const { substance, content } = subjectOf(words, group)
    return substance >= minSubstance && content >= minContent
  }
  const cutAgain = (group: readonly number[]) => {
    if (group.length < minSplit) return []
    const part = select(vectors, group)
    takeOffMean(part)
    return membersOf(groupVectors(part, secondResolution), group).filter(hasSubject)
  }
  if (before === null) {
    const found = membersOf(groupVectors(vectors), all)
    let groups = found.flatMap((group) => {
      if (!hasSubject(group)) return cutAgain(group)
      if (shapeOf(vectors, group).cohesion >= minCohesion) return [group]
      const parts = cutAgain(group)
      return parts.length > 1 ? parts : [group]
    })
    for (let round = 0; round < rounds; round++) groups = membersOf(toNearest(vectors, groups), all).filter(hasSubject)
    return groups
  }
  const groups = membersOf(before, all)
  const placed = toNearest(vectors, groups, stayingLikeness)
  const rest = all.filter((story) => placed[story] === -1)
  const subjects = cutAgain(rest).filter(
    (group) => group.filter((story) => before[story] === isNew).length >= newSubjectPart * group.length,
  )
  return [...membersOf(placed, all), ...subjects]
}

function membersOf(groups: Int32Array, stories: readonly number[]): number[][] {
  const members: number[][] = []
  groups.forEach((group, at) => {
    if (group >= 0) (members[group] ??= []).push(stories[at] ?? 0)
  })
  // a centre that is nearest to none leaves a hole
  return members.filter((group) => group !== undefined)
}

function select({ dimensions, values }: DocumentVectors, stories: readonly number[]): DocumentVectors {
  const selected = new Float64Array(stories.length * dimensions)
  stories.forEach((story, at) =>
    selected.set(values.subarray(story * dimensions, (story + 1) * dimensions), at * dimensions),
  )
  return { documents: stories.length, dimensions, values: selected }
}

/** The group whose centre is nearest to each story; -1 where none is near. A story stays in its group while no other centre is nearer by `slack`. */
function toNearest(
  { documents, dimensions, values }: DocumentVectors,
  groups: readonly (readonly number[])[],
  slack = 0,
): Int32Array {
  const numbers = new Int32Array(documents).fill(-1)
  groups.forEach((group, number) => group.forEach((story) => (numbers[story] = number)))
  const set = { size: documents, dimensions, rows: values }
  const { centres, likeness } = nearestCentres(set, centresOf(set, numbers, groups.length))
  const likenessTo = (story: number, group: number) => (group < 0 ? -1 : (likeness[story * groups.length + group] ?? 0))
  return centres.map((centre, story) => {
    const own = numbers[story] ?? -1
    const ownLikeness = likenessTo(story, own) + slack
    if (slack > 0 && ownLikeness >= Math.max(minLikeness, likenessTo(story, centre))) return own
    return likenessTo(story, centre) >= minLikeness ? centre : -1
  })
}

/**
 * What a group says that the topic does not. `substance`: the sum over its ten strongest terms of share · ln(share in the group / share in the topic) ·
 * content; talk ("friend, ago, guy") has less than .8, a subject 1 to 6. `content`: the mean content of the words that set it apart, by their weight before
 * content counts; talk has .55 to .78, a subject .8 to 1.
 */
function subjectOf(words: TopicWords, group: readonly number[]): { substance: number; content: number } {
  const [terms = []] = groupTerms(words, [group], { ofSmall: minTexts })
  const strongest = distinctTerms(words, terms, substanceTerms)
  const single = terms
    .filter(({ term }) => words.stems[term]?.length === 1)
    .map(({ term, raw }) => ({ raw, content: words.content[term] ?? 1 }))
    .toSorted((a, b) => b.raw - a.raw)
    .slice(0, contentTerms)
  const total = single.reduce((sum, { raw }) => sum + raw, 0)
  return {
    substance: strongest.reduce((sum, { evidence }) => sum + evidence, 0) / group.length,
    content: total === 0 ? 0 : single.reduce((sum, { raw, content }) => sum + raw * content, 0) / total,
  }
}

interface NamingInput {
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

/** Names the groups, largest first, so that a small one yields where two names are alike. */
function describe({
  stories,
  firsts,
  boilerplate,
  reader,
  words,
  vectors,
  members,
  before,
}: NamingInput): GroupedTopic {
  const documents = stories.reduce((sum, story) => sum + story.length, 0)
  const sizeOf = (group: readonly number[]) => group.reduce((sum, story) => sum + (stories[story]?.length ?? 0), 0)
  const ordered = members.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a[0] ?? 0) - (b[0] ?? 0))
  const terms = groupTerms(words, ordered)
  const chosenTerms = chooseTerms(words, terms, maxTerms)
  const namesTaken: ReadonlySet<string>[] = []
  const groups: TopicGroup[] = []
  ordered.forEach((group, at) => {
    const { typical, cohesion } = shapeOf(vectors, group)
    const strongest = terms[at] ?? []
    const candidates = typical.slice(0, nameCandidates).map(({ text, likeness }) => {
      const { title = '', outlet = '' } = firsts[text] ?? {}
      return { text, likeness, headline: bareHeadline(title, boilerplate.get(outlet)) }
    })
    const name = chooseName(candidates, {
      words,
      terms: strongest,
      taken: namesTaken,
      isKnown: reader?.isKnown ?? (() => true),
    })
    const chosen = chosenTerms[at] ?? []
    if (name === null || chosen.length < minTerms) return
    namesTaken.push(name.stems)
    const typicalFirsts = typical.flatMap(({ text }) => firsts[text] ?? [])
    const documentIds = typical.flatMap(({ text }) => stories[text] ?? []).map(({ id }) => id)
    groups.push({
      id: documentIds[0] ?? '',
      name: name.name,
      nameId: firsts[name.text]?.id ?? '',
      terms: chosen.map(({ term }) => writtenForm(words.stems[term] ?? [], typicalFirsts)),
      documentIds,
      stories: group.length,
      share: documentIds.length / documents,
      cohesion,
    })
  })
  const grouped = new Set(groups.flatMap(({ documentIds }) => documentIds))
  const otherIds = stories
    .flat()
    .map(({ id }) => id)
    .filter((id) => !grouped.has(id))
  return { groups: before === undefined ? groups : keepIdentities(groups, before), otherIds, refusal: null }
}

/** Gives each group the identity of the group of before with which it shares most documents; the largest overlap chooses first. */
function keepIdentities(groups: readonly TopicGroup[], before: ReadonlyMap<string, string | null>): TopicGroup[] {
  const overlaps = groups.flatMap(({ documentIds }, at) => {
    const counts = new Map<string, number>()
    for (const id of documentIds) {
      const group = before.get(id) ?? null
      if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    return [...counts].map(([group, shared]) => ({ at, group, shared }))
  })
  overlaps.sort((a, b) => b.shared - a.shared || a.at - b.at || compareText(a.group, b.group))
  const identities = new Map<number, string>()
  const used = new Set<string>()
  for (const { at, group } of overlaps) {
    if (identities.has(at) || used.has(group)) continue
    identities.set(at, group)
    used.add(group)
  }
  return groups.map((group, at) => {
    const identity = identities.get(at)
    if (identity !== undefined) return { ...group, id: identity }
    // the document that gave an older group its identity may be the most typical of this one
    return { ...group, id: group.documentIds.find((id) => !used.has(id)) ?? group.id }
  })
}

/** The stories of a group by their likeness to its centre, nearest first, and the mean cosine of its pairs. */
function shapeOf(
  vectors: DocumentVectors,
  group: readonly number[],
): { typical: { text: number; likeness: number }[]; cohesion: number } {
  const { values, dimensions } = select(vectors, group)
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
