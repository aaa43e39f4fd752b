const letters = 'abcdefghijklmnopqrstuvwxyz'

/** A word with one typo, and in every fifth long word two: a letter omitted, inserted, replaced, or swapped with the next. */
export function plantSlip(word: string, seed: number): string {
  const singleSlip = slip(word, seed)
  return seed % 5 === 0 && word.length >= 8 ? slip(singleSlip, seed * 7 + 3) : singleSlip
}

function slip(word: string, seed: number): string {
  // Multipliers are primes, so that position, kind and letter vary independently; the first letter stays, because people rarely mistype it
  const at = 1 + ((seed * 31) % (word.length - 1))
  const letter = letters.charAt((seed * 17) % letters.length)
  const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  const kinds = [
    before + after,
    before + letter + here + after,
    before + letter + after,
    before.slice(0, -1) + here + before.slice(-1) + after,
  ]
  return kinds[seed % kinds.length] ?? word
}
