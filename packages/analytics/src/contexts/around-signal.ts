/** Counts of one term, and how much of the signal and of the library they were made on. */
export interface AroundInput {
  /** Documents with the term among the `read` ones of the signal. */
  hits: number
  read: number
  /** All documents of the signal. */
  matched: number
  /** Documents with the term among the `backgroundTotal` that were counted of the library's `library`. */
  background: number
  backgroundTotal: number
  library: number
}

/**
 * Takes a signal's own share out of a background that was counted on another sample than the signal: of `f =
 * backgroundTotal / library` of the library, `matched · f` documents are the signal's, and `hits / read` of those hold the
 * term. Gives the two counts in the form that `scoreContexts` and `contextAssociation` take, which is hits included.
 * Never below zero: a term that is nowhere else has none outside.
 */
export function aroundSignal(input: AroundInput): { background: number; backgroundTotal: number } {
  const { hits, read, matched, background, backgroundTotal, library } = input
  const fraction = library <= 0 ? 0 : Math.min(1, backgroundTotal / library)
  const own = read <= 0 ? 0 : (hits / read) * matched * fraction
  const outside = Math.max(0, Math.round(background - own))
  const outsideTotal = Math.max(0, Math.round(backgroundTotal - matched * fraction))
  return { background: Math.min(outside, outsideTotal) + hits, backgroundTotal: outsideTotal + read }
}
