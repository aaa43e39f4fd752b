import { lightStem } from '../narratives/light-stem.ts'
import {
  describeGroups,
  type GroupedTopic,
  maxTerms,
  selectVectors,
  shapeOf,
  type TopicDocument,
} from './describe-groups.ts'
import { centresOf, groupVectors, likenessOf, nearestCentres } from './group-vectors.ts'
import { outletBoilerplate } from '../narratives/outlet-boilerplate.ts'
import { chooseTerms, groupTerms, subjectOf } from './name-groups.ts'
import { finish, type Steps } from './steps.ts'
import { readTopic, type TopicWords } from './topic-words.ts'
import { type DocumentVectors, minTopicDocuments, takeOffMean, toTopicVectors } from './topic-vectors.ts'
import type { ReadableDocument } from './train-word-vectors.ts'
import type { WordReader } from './word-vectors.ts'
import { compareText } from '../text/compare-text.ts'

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

/** Fewer stories are an anecdote, */
const minStories = 3
/** and in a large topic this part of it. */
const minPart = 0.006
/** A group whose strongest terms say less has no subject of its own (see `subjectOf`). Chosen by reading groups of topics (docs/measures.md names them). */
const minSubstance = 0.85
const minContent = 0.78
/** A group without a subject that has this many stories may hold several. */
const minSplit = 30
/** Stories of a group that are less alike on average are several subjects, if a second cut finds them. */
const minCohesion = 0.14
/** The second cut is finer: what was left together by the first are small subjects. */
const secondResolution = 3
/** A story that is farther from every centre is about something else. */
const minLikeness = 0.25
/**
 * Of the stories near a centre those that fit best are members, up to this part of the topic. What fits less is in no group, unless it fits so well that
 * nothing better is needed. Where readers judged 296 documents, the groups were right for 64.5 % without this and for 67.6 % with it.
 */
const maxMemberPart = 0.72
const sureFit = 0.6
/**
 * How much better a story fits a group whose terms it has: by this times ln(1 + number of shown terms). A reader who sees terms puts
 * a story where its words are; on 480 documents that one reader placed in the groups of the topics for tuning, the group agreed for 74 % at this value and
 * for 72 % where the nearest centre decided.
 */
const termFit = 0.15
const rounds = 2
/** More groups than this are no overview, */
const maxGroups = 15
/** and in one with a smaller part of the stories a few words that happen to be shared look like a subject. */
const minNamedPart = 0.015
/** Part of the likeness within two groups from which the smaller may count as part of the larger. */
const minJoinRatio = 0.45
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
export function groupTopic(input: GroupTopicInput): GroupedTopic {
  return finish(groupTopicInSteps(input))
}

/** `groupTopic` in steps, for a caller that must answer others in between. */
export function* groupTopicInSteps({
  documents,
  own,
  reader,
  before,
  minDocuments = minTopicDocuments,
}: GroupTopicInput): Steps<GroupedTopic> {
  const ordered = documents.toSorted((a, b) => compareText(a.id, b.id))
  if (documents.length === 0 || documents.length < minDocuments) {
    return { groups: [], otherIds: ordered.map(({ id }) => id), places: [], refusal: 'few-documents' }
  }
  const stories = [...Map.groupBy(ordered, ({ storyId }) => storyId).values()]
  const firsts = stories.flatMap(([first]) => first ?? []) // each story has a document
  const ownStems = new Set([...own].map(lightStem))
  yield
  const boilerplate = outletBoilerplate(firsts)
  yield
  const words = yield* readTopic(
    firsts.map(({ title, body, outlet }) => ({ title, body, boilerplate: boilerplate.get(outlet) })),
    { own: ownStems, reader },
  )
  const vectors = yield* toTopicVectors(words, { reader })
  const members = yield* findMembers(words, vectors, toNumbers(stories, before))
  return yield* describeGroups({ stories, firsts, boilerplate, reader, words, vectors, members, before })
}

/**
 * The group of each text from 0, by meaning alone: each text is in a group, whatever it says; -1 for one without a known word. For texts that are no topic
 * of somebody; a topic's groups are `groupTopic`.
 */
export function groupTexts(texts: readonly ReadableDocument[], reader: WordReader | null): Int32Array {
  return finish(groupTextsInSteps(texts, reader))
}

function* groupTextsInSteps(texts: readonly ReadableDocument[], reader: WordReader | null): Steps<Int32Array> {
  const words = yield* readTopic(texts, { own: new Set(), reader })
  return yield* groupVectors(yield* toTopicVectors(words, { reader }))
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
function* findMembers(words: TopicWords, vectors: DocumentVectors, before: Int32Array | null): Steps<number[][]> {
  const all = Array.from({ length: vectors.documents }, (_, story) => story)
  const needed = Math.max(minStories, minPart * vectors.documents)
  const isNamed = (group: readonly number[]) => group.length >= minNamedPart * vectors.documents
  const hasSubject = (group: readonly number[]) => {
    if (group.length < needed) return false
    const { substance, content } = subjectOf(words, group)
    return substance >= minSubstance && content >= minContent
  }
  function* cutAgain(group: readonly number[]): Steps<number[][]> {
    if (group.length < minSplit) return []
    const part = selectVectors(vectors, group)
    takeOffMean(part)
    const found = membersOf(yield* groupVectors(part, secondResolution), group)
    yield
    return found.filter(hasSubject)
  }
  if (before === null) {
    let groups: number[][] = []
    for (const group of membersOf(yield* groupVectors(vectors), all)) {
      yield
      const isSubject = hasSubject(group)
      if (isSubject && shapeOf(vectors, group).cohesion >= minCohesion) {
        groups.push(group)
        continue
      }
      const parts = yield* cutAgain(group)
      if (isSubject && parts.length < 2) groups.push(group)
      else groups.push(...parts)
    }
    for (let round = 0; round < rounds; round++) {
      yield
      const placed = membersOf(toBestFit(vectors, groups).groups, all)
      yield
      groups = placed.filter(hasSubject)
    }
    yield
    groups = joinSmall(vectors, groups)
    yield
    const placed = membersOf(toBestFit(vectors, groups).groups, all)
    yield
    groups = placed.filter((group) => isNamed(group) && hasSubject(group))
    yield
    return membersOf(leaveUnsure(toBestFit(vectors, groups, { words })), all)
  }
  const groups = membersOf(before, all)
  const nearest = toBestFit(vectors, groups, { words, slack: stayingLikeness })
  const sure = leaveUnsure(nearest)
  // what was a member and is still near its group stays
  const placed = sure.map((group, story) =>
    nearest.groups[story] === before[story] ? (before[story] ?? inOther) : group,
  )
  yield
  const rest = all.filter((story) => placed[story] === -1)
  const subjects = (yield* cutAgain(rest)).filter(
    (group) =>
      isNamed(group) && group.filter((story) => before[story] === isNew).length >= newSubjectPart * group.length,
  )
  return [...membersOf(placed, all), ...subjects.slice(0, Math.max(0, maxGroups - groups.length))]
}

/** Joins the smallest group with the one that it is most like, or leaves it out where none is like it, until the remaining ones are few and large. */
function joinSmall(vectors: DocumentVectors, groups: readonly (readonly number[])[]): number[][] {
  const joined = groups.map((group) => [...group])
  const numbers = new Int32Array(vectors.documents).fill(-1)
  joined.forEach((group, number) => group.forEach((story) => (numbers[story] = number)))
  const likeness = likenessOf(
    { size: vectors.documents, dimensions: vectors.dimensions, rows: vectors.values },
    numbers,
    joined.length,
  )
  const alive = joined.map((_, number) => number)
  const sizeOf = (group: number) => joined[group]?.length ?? 0
  const minSize = minNamedPart * vectors.documents
  for (;;) {
    const smallest = alive.reduce((low, group) => (sizeOf(group) < sizeOf(low) ? group : low), alive[0] ?? -1)
    if (smallest < 0 || (alive.length <= maxGroups && sizeOf(smallest) >= minSize)) break
    alive.splice(alive.indexOf(smallest), 1)
    const [nearest] = alive
      .map((group) => ({ group, ratio: likeness.ratio(smallest, group) }))
      .toSorted((a, b) => b.ratio - a.ratio || a.group - b.group)
    if (nearest === undefined || nearest.ratio < minJoinRatio) continue
    joined[nearest.group]?.push(...(joined[smallest] ?? []))
    likeness.join(nearest.group, smallest)
  }
  return alive.map((group) => joined[group] ?? [])
}

function membersOf(groups: Int32Array, stories: readonly number[]): number[][] {
  const members: number[][] = []
  groups.forEach((group, at) => {
    if (group >= 0) (members[group] ??= []).push(stories[at] ?? 0)
  })
  // a centre that is nearest to none leaves a hole
  return members.filter((group) => group !== undefined)
}

/** The group of each story, -1 for none, and how well it fits that group. */
interface Placing {
  groups: Int32Array
  fits: Float64Array
}

/** The group that each story fits best, -1 where no centre is near. A story stays in its group while it fits no other better by `slack`. */
function toBestFit(
  { documents, dimensions, values }: DocumentVectors,
  groups: readonly (readonly number[])[],
  /** Without words the cosine alone decides: terms that decide from the start hold groups together that have little else in common. */
  { words, slack = 0 }: { words?: TopicWords; slack?: number } = {},
): Placing {
  const numbers = new Int32Array(documents).fill(-1)
  groups.forEach((group, number) => group.forEach((story) => (numbers[story] = number)))
  const set = { size: documents, dimensions, rows: values }
  const { likeness } = nearestCentres(set, centresOf(set, numbers, groups.length))
  const groupsOfTerm = words === undefined ? null : groupsByTerm(words, groups)
  const held = new Float64Array(groups.length)
  const fits = new Float64Array(documents)
  const placed = numbers.map((own, story) => {
    held.fill(0)
    for (const term of new Set(words?.terms[story]))
      for (const group of groupsOfTerm?.get(term) ?? []) held[group] = (held[group] ?? 0) + 1
    let best = { group: -1, preference: 0 }
    for (let group = 0; group < groups.length; group++) {
      const cosine = likeness[story * groups.length + group] ?? 0
      const stay = group === own ? slack : 0
      const fit = cosine + termFit * Math.log1p(held[group] ?? 0)
      if (cosine + stay < minLikeness || (best.group >= 0 && fit + stay <= best.preference)) continue
      best = { group, preference: fit + stay }
      fits[story] = fit
    }
    return best.group
  })
  return { groups: placed, fits }
}

/** The groups that show each term. */
function groupsByTerm(words: TopicWords, groups: readonly (readonly number[])[]): Map<number, number[]> {
  const all = groupTerms(words, groups)
  const shown = chooseTerms(
    words,
    groups.map((texts, at) => ({ terms: all[at] ?? [], texts })),
    maxTerms,
  )
  const found = new Map<number, number[]>()
  shown.forEach((terms, group) => {
    for (const { term } of terms) found.set(term, [...(found.get(term) ?? []), group])
  })
  return found
}

/** Leaves stories out of groups that fit their group worst, until few enough are members or all that are left fit for sure. */
function leaveUnsure({ groups, fits }: Placing): Int32Array {
  const worst = fits.toSorted()[Math.floor((1 - maxMemberPart) * fits.length)] ?? 0
  const limit = Math.min(worst, sureFit)
  return groups.map((group, story) => ((fits[story] ?? 0) >= limit ? group : -1))
}
