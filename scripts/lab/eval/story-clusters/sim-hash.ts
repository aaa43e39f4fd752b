import { createHash } from 'node:crypto'

/**
 * Near-duplicates by SimHash: Manku, Jain & Das Sarma (2007), Detecting near-duplicates for web crawling. 64 bits over
 * words and word pairs; texts whose fingerprints differ in at most `maxBits` bits are joined, transitively. The paper's 3 bits
 * are for entire pages; titles need more. Every pair is compared, so none is missed.
 */
export function simHashClusters(texts: readonly (readonly string[])[], maxBits: number): string[] {
  const prints = texts.map(fingerprint)
  const parents = texts.map((_, at) => at)
  const find = (at: number): number => {
    let root = at
    while (parents[root] !== root) root = parents[root] ?? root
    parents[at] = root
    return root
  }
  prints.forEach(([high, low], at) => {
    for (let other = 0; other < at; other++) {
      const [otherHigh, otherLow] = prints[other] ?? [0, 0]
      if (bits(high ^ otherHigh) + bits(low ^ otherLow) <= maxBits) parents[find(at)] = find(other)
    }
  })
  return texts.map((_, at) => `${find(at)}`)
}

function fingerprint(words: readonly string[]): [high: number, low: number] {
  const sums = new Int32Array(64)
  const features = [...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]
  for (const feature of features) {
    const hash = createHash('md5').update(feature).digest()
    for (let bit = 0; bit < 64; bit++) {
      const isSet = ((hash[bit >> 3] ?? 0) >> (bit & 7)) & 1
      sums[bit] = (sums[bit] ?? 0) + (isSet === 1 ? 1 : -1)
    }
  }
  const word = (from: number) =>
    sums.slice(from, from + 32).reduce((print, sum, at) => print | (sum > 0 ? 1 << at : 0), 0)
  return [word(32), word(0)]
}

function bits(value: number): number {
  let left = value >>> 0
  left -= (left >>> 1) & 0x55555555
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
