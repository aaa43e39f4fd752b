/** The ids with the highest values seen so far; equal values by id, the lowest first. */
export interface Ranking {
  offer(value: number, id: bigint): void
  /** Highest first. */
  entries(): readonly RankedId[]
}

export interface RankedId {
  value: number
  id: bigint
}

/** Order of a ranking, for sorting. */
export const byRank = (a: RankedId, b: RankedId): number =>
  b.value - a.value || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Keeps the best `size` of what is offered; an offer that is no better costs one comparison. */
export function createRanking(size: number): Ranking {
  const kept: RankedId[] = []
  return {
    offer(value, id) {
      const last = kept.at(-1)
      const offered = { value, id }
      if (kept.length === size && last !== undefined && byRank(offered, last) >= 0) return
      let place = kept.length
      for (let above = kept[place - 1]; above !== undefined && byRank(offered, above) < 0; above = kept[place - 1])
        place -= 1
      kept.splice(place, 0, offered)
      if (kept.length > size) kept.pop()
    },
    entries: () => kept,
  }
}
