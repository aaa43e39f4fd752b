import type { StoryVector } from './story-vectors.ts'

/** An undirected weighted edge; `a < b`. */
export interface Edge {
  a: number
  b: number
  weight: number
}

/**
 * Maximum number of neighbours, and their minimum similarity as a share of the nearest one's. The minimum keeps stories of three texts whole, and no
 * text becomes a neighbour by a chance word. Chosen on other data than the reported figures (docs/measures.md).
 */
const maxNeighbours = 25
const minOfNearest = 0.3
const minSimilarity = 0.08

/**
 * Joins each text to its nearest ones by cosine; an edge weighs cosine × the share of neighbours that its ends have in common, which reduces the
 * weight of chance similarity between stories. Jarvis & Patrick (1973), Clustering using a similarity measure based on shared near neighbors. Exact
 * (an inverted index, no approximation), so the same texts give the same graph.
 */
export function neighbourGraph(vectors: readonly StoryVector[], terms: number): Edge[] {
  const nearest = findNearest(vectors, terms)
  const sets = nearest.map(({ members }) => new Set(members))
  const edges: Edge[] = []
  nearest.forEach(({ members, similarities }, from) => {
    const mine = sets[from] as Set<number> // one set per text
    for (let at = 0; at < members.length; at++) {
      const to = members[at] ?? 0
      const theirs = sets[to] as Set<number> // one set per text
      // a mutual pair is added by its lower end
      if (theirs.has(from) && to < from) continue
      let shared = 0
      for (const member of mine) if (theirs.has(member)) shared++
      const weight = ((similarities[at] ?? 0) * (shared + 1)) / Math.min(mine.size, theirs.size)
      edges.push(from < to ? { a: from, b: to, weight } : { a: to, b: from, weight })
    }
  })
  return edges
}

interface Nearest {
  members: number[]
  similarities: number[]
}

function findNearest(vectors: readonly StoryVector[], terms: number): Nearest[] {
  const postings = invert(vectors, terms)
  const sums = new Float64Array(vectors.length)
  return vectors.map((vector, from) => {
    const touched: number[] = []
    for (let at = 0; at < vector.terms.length; at++) {
      const posting = postings[vector.terms[at] ?? 0]
      const weight = vector.weights[at] ?? 0
      if (posting === undefined) continue
      for (let place = 0; place < posting.members.length; place++) {
        const member = posting.members[place] ?? 0
        if (sums[member] === 0) touched.push(member)
        sums[member] = (sums[member] ?? 0) + weight * (posting.weights[place] ?? 0)
      }
    }
    const nearest = touched.reduce((best, member) => (member === from ? best : Math.max(best, sums[member] ?? 0)), 0)
    const minCosine = Math.max(minSimilarity, nearest * minOfNearest)
    const members = touched
      .filter((member) => member !== from && (sums[member] ?? 0) >= minCosine)
      .toSorted((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b)
      .slice(0, maxNeighbours)
    const similarities = members.map((member) => sums[member] ?? 0)
    for (const member of touched) sums[member] = 0
    return { members, similarities }
  })
}

function invert(vectors: readonly StoryVector[], terms: number): { members: number[]; weights: number[] }[] {
  const postings = Array.from({ length: terms }, () => ({ members: [] as number[], weights: [] as number[] }))
  vectors.forEach((vector, member) => {
    for (let at = 0; at < vector.terms.length; at++) {
      const posting = postings[vector.terms[at] ?? 0]
      posting?.members.push(member)
      posting?.weights.push(vector.weights[at] ?? 0)
    }
  })
  return postings
}
