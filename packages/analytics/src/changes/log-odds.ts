/** A word with the number of documents that contain it on both sides. */
export interface ComparedTerm {
  term: string
  /** Documents on the days to explain. */
  after: number
  /** Documents on the days before. */
  before: number
}

/** A word with how much more often it occurred. */
export interface ScoredTerm extends ComparedTerm {
  /** Natural log of the odds after over the odds before. */
  logOdds: number
  /** `logOdds` over its standard error. */
  z: number
}

/** The prior weighs this fraction of everything that was counted. */
const priorWeight = 0.1

/**
 * Words that the later documents contain more often, strongest first: log-odds ratio with an informative Dirichlet prior, which is the frequency of
 * each word on both sides together. Monroe, Colaresi & Quinn (2008), Fightin' Words, Political Analysis 16, eq. 15, 16, 20 and 22. `totals` are the
 * sums over all words of each side; empty when one of them is 0.
 */
export function logOddsTerms(terms: readonly ComparedTerm[], totals: { after: number; before: number }): ScoredTerm[] {
  const all = totals.after + totals.before
  if (totals.after === 0 || totals.before === 0) return []
  const prior = priorWeight * all
  return terms
    .map((term) => {
      const share = (prior * (term.after + term.before)) / all
      const [after, before] = [term.after + share, term.before + share]
      const logOdds =
        Math.log(after / (totals.after + prior - after)) - Math.log(before / (totals.before + prior - before))
      return { ...term, logOdds, z: logOdds / Math.sqrt(1 / after + 1 / before) }
    })
    .filter(({ z }) => z > 0)
    .toSorted((a, b) => b.z - a.z || (a.term < b.term ? -1 : 1))
}
