/** Counts of one term, and the samples of the signal and of the library they were made on. */
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
 * Removes a signal's own share from a background that was counted on another sample than the signal: of `f = backgroundTotal / library` of the
 * library, `matched · f` documents belong to the signal, and `hits / read` of those contain the term. Returns the two counts in the form that
 * `scoreContexts` and `contextAssociation` take, which includes the hits. Never below zero: a term that occurs nowhere else has none outside.
 */
export function aroundSignal(input: AroundInput): { background: number; backgroundTotal: number } {
  const { hits, read, matched, background, backgroundTotal, library } = input
  const fraction = library <= 0 ? 0 : Math.min(1, backgroundTotal / library)
  const signalHits = read <= 0 ? 0 : (hits / read) * matched * fraction
  const outside = Math.max(0, Math.round(background - signalHits))
  const outsideTotal = Math.max(0, Math.round(backgroundTotal - matched * fraction))
  return { background: Math.min(outside, outsideTotal) + hits, backgroundTotal: outsideTotal + read }
}
