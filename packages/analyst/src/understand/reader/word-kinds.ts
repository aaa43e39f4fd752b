import { brotliDecompressSync } from 'node:zlib'
import { packedWordKinds } from './word-kinds.gen.ts'

/** What is known of a word of English: how frequent it is, and which words are used like it. */
export interface WordKind {
  /** 0 for the fifty most frequent words, up to 6 for the rarest known ones. */
  readonly band: number
  readonly kind: string
}

let kinds: ReadonlyMap<string, WordKind> | null = null
const bands = [50, 200, 700, 2_000, 6_000, 12_000]

export function findWordKind(folded: string): WordKind | null {
  kinds ??= new Map(
    brotliDecompressSync(Buffer.from(packedWordKinds, 'base64'))
      .toString()
      .split('\n')
      .map((line, rank) => {
        const [word = '', kind = ''] = line.split(' ')
        return [word, { kind, band: bands.filter((limit) => rank >= limit).length }]
      }),
  )
  return kinds.get(folded) ?? null
}
