import { mixBits } from './hash-text.ts'

/** Length of a signature, and how it is cut for candidate search: 32 bands of 2 rows catch pairs from about .18 on. */
const signatureLength = 64
const rowsPerBand = 2
const bandCount = signatureLength / rowsPerBand

// One random-looking, fixed mask per row: mix(hash xor mask) stands for one permutation of all hashes.
const masks = Uint32Array.from({ length: signatureLength }, (_, row) => mixBits(0x9e3779b9 * (row + 1)))

/** MinHash signature of a set. Broder (1997), On the resemblance and containment of documents. */
export function minHash(shingles: Uint32Array): Uint32Array {
  const signature = new Uint32Array(signatureLength).fill(0xffffffff)
  for (const shingle of shingles) {
    for (let row = 0; row < signatureLength; row++) {
      const hash = mixBits(shingle ^ (masks[row] ?? 0))
      if (hash < (signature[row] ?? 0)) signature[row] = hash
    }
  }
  return signature
}

/** Keys of a signature's bands; two sets that share a key are candidates. A band's number is part of its key. */
export function bandKeys(signature: Uint32Array): number[] {
  const keys: number[] = []
  for (let band = 0; band < bandCount; band++) {
    const first = signature[band * rowsPerBand] ?? 0
    const second = signature[band * rowsPerBand + 1] ?? 0
    // 26 mixed bits and 26 of the band: exact in a double.
    keys.push((mixBits(first ^ mixBits(second + band)) >>> 4) * 64 + band)
  }
  return keys
}
