import type { Edge } from '../narratives/find-communities.ts'
import { cosineOf, isPart, oddsOfOneEvent, type ReadTitle } from './compare-events.ts'
import type { NewsVector } from './news-vector.ts'

/** An article in the graph. */
export interface NewsNode {
  publishedMs: number
  /** The words of its title, the same for every copy; null when there are too few. */
  headline: string | null
  vector: NewsVector
  /** The names in its title. */
  names: ReadonlySet<number>
  countries: ReadonlySet<number>
  numbers: ReadonlySet<number>
  titleWords: ReadonlySet<number>
  /** What its words mean; null where the library does not know. */
  read: ReadTitle | null
  /** Numbers, words of order and dates of the title. */
  edition: ReadonlySet<string>
  /** Words of the title in order; each with its concept, or itself, and whether it names a place or an action. */
  titleOrder: readonly { word: number; concept: number; isPlace: boolean; isAction: boolean }[]
}

export interface NewsGraphOptions {
  windowMs: number
  minLikeness: number
  gapPenalty: number
  shortPenalty: number
  /** How informative a term is among the articles that arrived. */
  rarity: (term: number) => number
}

/** More would join stories by what all news have in common. */
const maxNeighbours = 25
const minOfNearest = 0.3
/** Number of terms used to find similar articles, the heaviest first; the next hundred would only add noise. */
const maxSearchTerms = 30
/** A term that is in more articles than this finds too many and distinguishes little. */
const maxArticlesPerTerm = 1_500
const dayMs = 86_400_000
/** An article with this many terms shows what it is about; in a short headline three words can match by chance. */
const minSufficientWords = 13

/** Headlines with less than this part of the needed likeness share nothing that could decide. */
const minJudged = 0.1
/** A cosine of two titles of one event in other words is rarely lower; the mean is .53. */
const minCosine = 0.35
/** One of 80 articles or fewer has a word this rare: it can identify an event. */
const minRarity = 4.5
/** Log odds below which headlines of two days are two events of one matter, although they share words. */
const minOddsOfOtherDay = 1
/** How much the likeness grows with the log odds. */
const likenessOfOdds = 0.25

interface StoredNode extends NewsNode {
  id: string
  neighbours: Map<number, number>
}

/** Articles with those that are most similar to them, within a window of time. Articles are added and removed one by one. */
export class NewsGraph {
  readonly #options: NewsGraphOptions
  readonly #slots = new Map<string, number>()
  readonly #postings = new Postings()
  #stored: (StoredNode | null)[] = []

  constructor(options: NewsGraphOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#slots.size
  }

  has(id: string): boolean {
    return this.#slots.has(id)
  }

  add(id: string, node: NewsNode): void {
    const slot = this.#stored.length
    this.#slots.set(id, slot)
    this.#put(slot, id, node)
  }

  /** Compares an article again with other words; it keeps its index, which determines the order of stories. */
  replace(id: string, node: NewsNode): void {
    const slot = this.#slots.get(id)
    const before = slot === undefined ? null : this.#stored[slot]
    if (slot === undefined || before == null) return
    this.#stored[slot] = null
    for (const other of this.#stored) other?.neighbours.delete(slot)
    this.#postings.remove(slot, before.vector)
    this.#put(slot, id, node)
  }

  /** Removes articles older than an instant; returns their ids. */
  forget(beforeMs: number): string[] {
    const removed = present(this.#stored).filter(({ publishedMs }) => publishedMs < beforeMs)
    if (removed.length === 0) return []
    const remaining = present(this.#stored).filter(({ publishedMs }) => publishedMs >= beforeMs)
    const old = new Map(remaining.map(({ id }) => [this.#slots.get(id) ?? -1, id]))
    this.#slots.clear()
    this.#postings.clear()
    remaining.forEach((node, slot) => {
      this.#slots.set(node.id, slot)
      this.#postings.add(slot, node.vector)
    })
    this.#stored = remaining.map((node) => ({
      ...node,
      neighbours: new Map(
        [...node.neighbours].flatMap(([slot, likeness]) => {
          const now = this.#slots.get(old.get(slot) ?? '')
          return now === undefined ? [] : [[now, likeness] as const]
        }),
      ),
    }))
    return removed.map(({ id }) => id)
  }

  /** Their ids and times, in the order in which edges number them. */
  nodes(): Pick<StoredNode, 'id' | 'publishedMs' | 'headline'>[] {
    return present(this.#stored).map(({ id, publishedMs, headline }) => ({ id, publishedMs, headline }))
  }

  /** An edge weighs similarity × the share of neighbours that its ends have in common (Jarvis & Patrick 1973). */
  edges(): (Edge & { strength: number })[] {
    const numbers = new Map<number, number>()
    this.#stored.forEach((node, slot) => node !== null && numbers.set(slot, numbers.size))
    const edges: (Edge & { strength: number })[] = []
    this.#stored.forEach((node, from) => {
      if (node === null) return
      for (const [to, likeness] of node.neighbours) {
        const other = this.#stored[to]
        if (other == null) continue
        // a mutual pair is added by its lower end
        if (to < from && other.neighbours.has(from)) continue
        let shared = 0
        for (const one of node.neighbours.keys()) if (other.neighbours.has(one)) shared++
        const smallerSize = Math.min(node.neighbours.size, other.neighbours.size) || 1
        const [a, b] = [numbers.get(from) ?? 0, numbers.get(to) ?? 0]
        const weight = (likeness * (shared + 1)) / smallerSize
        const strength = likeness / neededBy(node, other, this.#options)
        edges.push(a < b ? { a, b, weight, strength } : { a: b, b: a, weight, strength })
      }
    })
    return edges
  }

  /** Comparisons of any two articles, numbered as in `nodes`. */
  comparePairs() {
    const nodes = present(this.#stored)
    const compare = <T>(a: number, b: number, none: T, compute: (one: StoredNode, other: StoredNode) => T): T => {
      const [one, other] = [nodes[a], nodes[b]]
      return one === undefined || other === undefined ? none : compute(one, other)
    }
    return {
      areApart: (a: number, b: number) => compare(a, b, false, reportOtherFacts),
      /** The strength of the edge between them, existing or not; 0 where there can be none. */
      strengthOf: (a: number, b: number) =>
        compare(a, b, 0, (one, other) => {
          const slot = this.#slots.get(other.id) ?? -1
          const strength =
            (one.neighbours.get(slot) ?? likenessOf(one.vector, other.vector)) / neededBy(one, other, this.#options)
          return strength < 1 || haveOtherNames(one, other) || reportOtherFacts(one, other) ? 0 : strength
        }),
      isShort: (node: number) => (nodes[node]?.vector.heaviest.length ?? 0) < minSufficientWords,
    }
  }

  #put(slot: number, id: string, node: NewsNode): void {
    const neighbours = this.#findNearest(node)
    this.#stored[slot] = { ...node, id, neighbours }
    for (const [other, likeness] of neighbours) addNeighbour(this.#stored[other], slot, likeness)
    this.#postings.add(slot, node.vector)
  }

  /**
   * The likeness of two articles: that of their words, where it is enough or clearly not. Headlines within two days that share a rare word and mean
   * nearly the same are judged by the model of pairs, which joins those in other words, and parts those of another day that tell something else.
   */
  #judge(node: NewsNode, other: NewsNode, { sum, needed }: { sum: number; needed: number }): number {
    if (node.read === null || other.read === null || node.read.reader !== other.read.reader) return sum
    const words = Math.min(node.vector.heaviest.length, other.vector.heaviest.length)
    if (words >= minSufficientWords || Math.abs(node.publishedMs - other.publishedMs) > 2 * dayMs) return sum
    if (sum >= needed)
      return node.read.day !== other.read.day && oddsOfOneEvent(node.read, other.read) < minOddsOfOtherDay ? 0 : sum
    if (sum < minJudged * needed || cosineOf(node.read.meaning, other.read.meaning) < minCosine) return sum
    if (!this.#shareRareWord(node, other)) return sum
    const odds = oddsOfOneEvent(node.read, other.read)
    return odds < 0 ? sum : needed * (1 + odds * likenessOfOdds)
  }

  #shareRareWord(one: NewsNode, other: NewsNode): boolean {
    const { rarity } = this.#options
    const isShared = (words: ReadonlySet<number>, { vector }: NewsNode) =>
      [...words].some((word) => vector.weights.has(word) && rarity(word) >= minRarity)
    return isShared(one.titleWords, other) || isShared(other.titleWords, one)
  }

  #findNearest(node: NewsNode): Map<number, number> {
    const like: [slot: number, likeness: number][] = []
    let nearest = 0
    for (const [slot, sum] of this.#postings.likenesses(node.vector)) {
      const other = this.#stored[slot]
      if (other == null || Math.abs(node.publishedMs - other.publishedMs) > this.#options.windowMs) continue
      if (haveOtherNames(node, other) || reportOtherFacts(node, other)) continue
      const needed = neededBy(node, other, this.#options)
      const likeness = this.#judge(node, other, { sum, needed })
      if (likeness < needed) continue
      nearest = Math.max(nearest, likeness)
      like.push([slot, likeness])
    }
    return new Map(
      like
        .filter(([, likeness]) => likeness >= nearest * minOfNearest)
        .toSorted(([one, a], [other, b]) => b - a || one - other)
        .slice(0, maxNeighbours),
    )
  }
}

/** Which articles contain a term, and the weight of the term in each. */
class Postings {
  readonly #terms = new Map<number, { members: number[]; weights: number[] }>()
  /** Likeness by slot while articles are compared; otherwise zero everywhere. */
  #sums = new Float64Array(1_024)

  add(slot: number, { heaviest, weights }: NewsVector): void {
    if (slot >= this.#sums.length) this.#sums = new Float64Array(this.#sums.length * 2)
    for (const term of heaviest.slice(0, maxSearchTerms)) {
      const weight = weights.get(term) ?? 0
      const posting = this.#terms.get(term)
      if (posting === undefined) this.#terms.set(term, { members: [slot], weights: [weight] })
      else {
        posting.members.push(slot)
        posting.weights.push(weight)
      }
    }
  }

  remove(slot: number, { heaviest }: NewsVector): void {
    for (const term of heaviest.slice(0, maxSearchTerms)) {
      const posting = this.#terms.get(term)
      const at = posting?.members.indexOf(slot) ?? -1
      if (at === -1) continue
      posting?.members.splice(at, 1)
      posting?.weights.splice(at, 1)
    }
  }

  clear(): void {
    this.#terms.clear()
  }

  /** The cosine with each article that shares a term. */
  likenesses({ heaviest, weights }: NewsVector): [slot: number, likeness: number][] {
    const sums = this.#sums
    const touched: number[] = []
    for (const term of heaviest.slice(0, maxSearchTerms)) {
      const posting = this.#terms.get(term)
      if (posting === undefined || posting.members.length > maxArticlesPerTerm) continue
      const weight = weights.get(term) ?? 0
      for (let index = 0; index < posting.members.length; index++) {
        const member = posting.members[index] ?? 0
        if (sums[member] === 0) touched.push(member)
        sums[member] = (sums[member] ?? 0) + weight * (posting.weights[index] ?? 0)
      }
    }
    return touched.map((slot) => {
      const likeness = sums[slot] ?? 0
      sums[slot] = 0
      return [slot, likeness]
    })
  }
}

/** The required similarity: higher for articles far apart in time, and for short ones. */
function neededBy(
  node: NewsNode,
  other: NewsNode,
  { minLikeness, gapPenalty, shortPenalty }: NewsGraphOptions,
): number {
  const words = Math.min(node.vector.heaviest.length, other.vector.heaviest.length)
  const days = Math.abs(node.publishedMs - other.publishedMs) / dayMs
  return minLikeness + gapPenalty * days + shortPenalty * Math.max(0, 1 - words / minSufficientWords)
}

/** Keeps the nearest: an article with too many neighbours drops the least similar. */
function addNeighbour(node: StoredNode | null | undefined, slot: number, likeness: number): void {
  if (node == null) return
  node.neighbours.set(slot, likeness)
  if (node.neighbours.size <= maxNeighbours) return
  let weakest: [number, number] | null = null
  for (const entry of node.neighbours) if (weakest === null || entry[1] < weakest[1]) weakest = entry
  if (weakest !== null) node.neighbours.delete(weakest[0])
}

/** Cosine of the terms that are used to find similar articles. */
function likenessOf(one: NewsVector, other: NewsVector): number {
  let sum = 0
  for (const term of one.heaviest.slice(0, maxSearchTerms))
    sum += (one.weights.get(term) ?? 0) * (other.weights.get(term) ?? 0)
  return sum
}

function present(nodes: readonly (StoredNode | null)[]): StoredNode[] {
  return nodes.filter((node) => node !== null)
}

/** They share a template or an actor but report different facts: no third article makes them one story. */
function reportOtherFacts(one: NewsNode, other: NewsNode): boolean {
  return areOtherFacts(one, other) || haveOtherPredicates(one, other) || areOtherEditions(one, other)
}

/**
 * Two titles that begin with the same words and continue differently: one actor did two things. The rest has nothing but a place in common ("Senate
 * passes budget", "Senate passes border bill"), or reports different actions ("Danone buys Ripple", "Danone sues Ripple"). A rare name at the
 * beginning of both does not make them one event.
 */
function haveOtherPredicates(one: NewsNode, other: NewsNode): boolean {
  const [a, b] = [one.titleOrder, other.titleOrder]
  let commonLength = 0
  while (commonLength < Math.min(a.length, b.length) && a[commonLength]?.concept === b[commonLength]?.concept)
    commonLength++
  if (commonLength === 0 || commonLength === a.length || commonLength === b.length) return false
  const [restOfOne, restOfOther] = [a.slice(commonLength), b.slice(commonLength)]
  const isOnlyIn = (rest: NewsNode['titleOrder'], article: NewsNode) =>
    rest.every(({ word, concept, isPlace }) => isPlace || !mentions(article, word, concept))
  return (
    (isOnlyIn(restOfOne, other) && isOnlyIn(restOfOther, one)) ||
    (doesOther(restOfOne, other) && doesOther(restOfOther, one))
  )
}

/** The rest of a title reports an action that does not occur anywhere in the other article. */
function doesOther(rest: NewsNode['titleOrder'], article: NewsNode): boolean {
  const actions = rest.filter(({ isAction }) => isAction)
  return actions.length > 0 && actions.every(({ word, concept }) => !mentions(article, word, concept))
}

function mentions({ vector }: NewsNode, word: number, concept: number): boolean {
  return vector.weights.has(word) || vector.weights.has(concept)
}

/** Titles with this part of their words in common, numbers aside, are one sentence. */
const sameSentence = 0.7
const minSentenceWords = 2

/** One sentence with another number or date: a notice that recurs, the next case, another day. */
function areOtherEditions(one: NewsNode, other: NewsNode): boolean {
  if (isPart(one.edition, other.edition) || isPart(other.edition, one.edition)) return false
  let [common, all] = [0, other.titleWords.size - other.numbers.size]
  for (const word of one.titleWords) {
    if (one.numbers.has(word)) continue
    if (other.titleWords.has(word)) common++
    else all++
  }
  return common >= minSentenceWords && common >= sameSentence * all
}

/** Both titles have names, and none of either is anywhere in the other article. */
function haveOtherNames(one: NewsNode, other: NewsNode): boolean {
  if (one.names.size === 0 || other.names.size === 0) return false
  for (const name of one.names) if (other.vector.weights.has(name)) return false
  for (const name of other.names) if (one.vector.weights.has(name)) return false
  return true
}

/** Two titles of one template with different numbers, each with a name that the other lacks: another earthquake, another match. */
function areOtherFacts(one: NewsNode, other: NewsNode): boolean {
  let common = 0
  for (const word of one.titleWords) if (other.titleWords.has(word)) common++
  // a third of the words is enough for names to decide: two winners of one tournament
  const shorterSize = Math.min(one.titleWords.size, other.titleWords.size)
  if (common === 0 || common * 3 < shorterSize) return false
  const isNew = (names: ReadonlySet<number>, article: NewsNode) =>
    [...names].some((name) => !article.vector.weights.has(name))
  // one of a pair may be named by its country: Uruguay won one cup, a club from Spain another
  const hasOtherNames = isNew(one.names, other) || isNew(one.countries, other)
  const areOther = hasOtherNames && (isNew(other.names, one) || isNew(other.countries, one))
  const hasNumbers = one.numbers.size > 0 && other.numbers.size > 0
  const hasOtherNumbers = hasNumbers && ![...one.numbers].some((number) => other.numbers.has(number))
  return areOther || (hasOtherNumbers && one.names.size === 0 && other.names.size === 0)
}
