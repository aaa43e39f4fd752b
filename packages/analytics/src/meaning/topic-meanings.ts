import { tokens } from '../text/tokenize.ts'
import { cosineOf, likenessOf, meanVector } from './similar-texts.ts'
import type { ReadableDocument } from './train-word-vectors.ts'
import { readLength } from './train-word-vectors.ts'
import type { WordReader } from './word-vectors.ts'

/** A group of a topic's documents (`groupTopic`), with the most typical of them. */
export interface MeaningGroup {
  terms: readonly string[]
  /** Its part of the topic's documents, in [0, 1]. */
  share: number
  typical: readonly ReadableDocument[]
}

/** One of the things that a name stands for. */
export interface TopicMeaning {
  /** What its documents speak of, the most telling terms first. */
  terms: string[]
  share: number
}

/** Groups whose documents have at least this in common on average are of one thing. Chosen on labelled names of one meaning and of several. */
const minCommon = 0.03
/** A smaller part of the documents is a side of the subject as often as another meaning: a wrong choice costs more than a missing one. */
const minShare = 0.15
const maxTerms = 6
const maxMeanings = 5

/**
 * The things that a name stands for, largest first; empty where it is one. Groups of a topic with one meaning differ too, but speak of neighbouring
 * subjects: each group's mean vector (the topic's own words and what all texts share left out) has something in common with most others. Groups are joined
 * by average linkage while they have that; what remains apart are meanings.
 */
export function findMeanings(
  groups: readonly MeaningGroup[],
  { reader, own }: { reader: WordReader; own: ReadonlySet<string> },
): TopicMeaning[] {
  const centres = groups.map(({ typical }) => meanVector(typical.map(wordsOf), reader, own))
  const joined = joinGroups(groups, centres)
  const meanings = joined
    .map((members) => ({ members, share: members.reduce((sum, at) => sum + (groups[at]?.share ?? 0), 0) }))
    .filter(({ share }) => share >= minShare)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, maxMeanings)
  if (meanings.length < 2) return []
  return meanings.map(({ members, share }) => ({
    share,
    terms: tellingTerms(members, { groups, centres, reader }),
  }))
}

function wordsOf({ title, body }: ReadableDocument): string[] {
  return tokens(`${title}\n${(body ?? '').slice(0, readLength)}`)
}

/** Joins the two clusters with most in common, again and again, until none have enough. */
function joinGroups(groups: readonly MeaningGroup[], centres: readonly Float64Array[]): number[][] {
  const clusters = groups.map((_, at) => [at])
  const inCommon = (one: readonly number[], other: readonly number[]) => {
    let [sum, total] = [0, 0]
    for (const a of one) {
      for (const b of other) {
        const weight = (groups[a]?.share ?? 0) * (groups[b]?.share ?? 0)
        sum += weight * cosineOf(centres[a] ?? new Float64Array(), centres[b] ?? new Float64Array())
        total += weight
      }
    }
    return total === 0 ? 0 : sum / total
  }
  for (;;) {
    let best = { common: minCommon, one: -1, other: -1 }
    clusters.forEach((cluster, one) => {
      for (let other = 0; other < one; other++) {
        const common = inCommon(cluster, clusters[other] ?? [])
        if (common >= best.common) best = { common, one, other }
      }
    })
    if (best.one < 0) return clusters
    clusters[best.other]?.push(...(clusters[best.one] ?? []))
    clusters.splice(best.one, 1)
  }
}

/** A term without a vector may still be telling. */
const unknownLikeness = 0.1

/** The terms of the groups that are nearest to the middle of all of them; those of large groups go first. */
function tellingTerms(
  members: readonly number[],
  {
    groups,
    centres,
    reader,
  }: { groups: readonly MeaningGroup[]; centres: readonly Float64Array[]; reader: WordReader },
): string[] {
  const middle = new Float64Array(reader.vectors.dimensions)
  for (const at of members)
    centres[at]?.forEach((value, place) => (middle[place] = (middle[place] ?? 0) + value * (groups[at]?.share ?? 0)))
  const length = Math.hypot(...middle) || 1
  const centre = middle.map((value) => value / length)
  const ranks = new Map<string, number>()
  for (const at of members) {
    const { terms = [], share = 0 } = groups[at] ?? {}
    for (const term of terms) {
      const rank = Math.sqrt(share) * Math.max(0, likenessOf(centre, reader, tokens(term).join(' ')) ?? unknownLikeness)
      ranks.set(term, Math.max(rank, ranks.get(term) ?? 0))
    }
  }
  const used = new Set<string>()
  return [...ranks]
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .flatMap(([term]) => {
      const words = tokens(term)
      if (words.some((word) => used.has(word))) return []
      for (const word of words) used.add(word)
      return [term]
    })
    .slice(0, maxTerms)
}
