/** Bits an id at least. At most one unknown id in a hundred is taken for one that may be held. */
const bitsPerId = 16

/**
 * Which ids are certainly not held: a Bloom filter whose bits of an id all lie in one word (Putze, Sanders and Singler 2007), so that an id costs
 * one look into memory. Places all over it took five times as long. Ids are hashes: one half names the word, the other its bits.
 */
export interface IdFilter {
  /** Ids in a row, as halves: low, high, low, high. */
  add(halves: Int32Array): void
  mayHold(id: bigint): boolean
}

/** Room for so many ids, of 16 to 32 bits each; with more of them, more unknown ones are taken for ones that may be held. */
export function createIdFilter(room: number): IdFilter {
  const words = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(1, (room * bitsPerId) / 32))))
  const mask = words.length - 1
  return {
    add(halves) {
      for (let at = 0; at < halves.length; at += 2) {
        const word = (halves[at + 1] ?? 0) & mask
        words[word] = (words[word] ?? 0) | bitsOf(halves[at] ?? 0)
      }
    },
    mayHold(id) {
      const bits = bitsOf(Number(BigInt.asIntN(32, id)))
      const word = words[Number(BigInt.asIntN(32, id >> 32n)) & mask] ?? 0
      return (word & bits) === bits
    },
  }
}

/** Four bits of a word, which may be the same; a shift goes by the lowest five bits of its distance. */
function bitsOf(low: number): number {
  return (1 << low) | (1 << (low >>> 8)) | (1 << (low >>> 16)) | (1 << (low >>> 24))
}
