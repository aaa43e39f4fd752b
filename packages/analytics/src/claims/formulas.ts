/** A measure as it is named beside a number; `anchor` is its heading in docs/measures.md. */
export interface Formula {
  anchor: string
  name: string
  text: string
  /** Publication; null for a plain count or our own convention. */
  reference: string | null
}

/** The formulas behind the numbers of a report. The full text, with the limits of each, is docs/measures.md. */
export const formulas = {
  match: {
    anchor: 'match',
    name: 'Match',
    text: 'Documents whose words satisfy the query, each counted once. Of a large topic a sample is read, one document in eight or fewer, and its count scaled up.',
    reference: null,
  },
  'story-clusters': {
    anchor: 'story-clusters',
    name: 'Story clusters',
    text: 'Documents with one canonical address, or whose sets of words and word pairs have |A∩B| / |A∪B| of at least 0.5, count as one piece.',
    reference:
      'Broder (1997), On the resemblance and containment of documents; Leskovec, Rajaraman & Ullman, Mining of Massive Datasets, ch. 3',
  },
  'daily-series': {
    anchor: 'daily-series',
    name: 'Daily series',
    text: 'Documents of each UTC day; the share is their part of all documents that the complete sources hold of that day.',
    reference: null,
  },
  tone: {
    anchor: 'tone',
    name: 'Tone',
    text: 'Sum of word valences s after negation, degree, capitals and punctuation, as s / √(s² + 15); the mean is over documents whose tone could be told, its bounds from 1,000 resamples of whole stories.',
    reference: 'Hutto & Gilbert (2014), VADER, ICWSM; Hesterberg (2015), The American Statistician 69(4)',
  },
  momentum: {
    anchor: 'momentum',
    name: 'Momentum',
    text: 'Rate of pieces in the last window over the rate of the window before, with bounds exp(ln r ± 1.96 √(φ(1/a + 1/b))), a and b the two counts and φ their dispersion.',
    reference: 'McCullagh & Nelder (1989), Generalized Linear Models, §6.2; Haldane (1956); Anscombe (1956)',
  },
  events: {
    anchor: 'events',
    name: 'Events',
    text: 'Days with more pieces (copies folded) than the covered days before explain, by a scan over gamma-Poisson counts of each group; the headline is the title with most of what is special to its first week, or to the week around a later peak.',
    reference: 'Kulldorff (1997), A spatial scan statistic; Monroe, Colaresi & Quinn (2008), Fightin’ Words',
  },
  coverage: {
    anchor: 'coverage',
    name: 'Coverage',
    text: 'A group is the documents of one kind from one source. It covers the days between its first and its last but for silences that its own pace makes next to impossible and a last stretch that holds less than a tenth of its usual week. It covers a topic where the outlets that were read carry at least a quarter of the topic.',
    reference: null,
  },
  stage: {
    anchor: 'stage',
    name: 'Stage',
    text: 'The first rule that holds over the level and the bounds of momentum: dormant, declining, emerging or rising, peaking, steady.',
    reference: null,
  },
  intervals: {
    anchor: 'intervals',
    name: 'Intervals',
    text: 'Share of n documents with Wilson bounds; a count of a sample with Poisson bounds after Byar; a mean with normal bounds. All of 95%.',
    reference: 'Wilson (1927), JASA 22; Breslow & Day (1987), Statistical Methods in Cancer Research II, p. 69',
  },
  contexts: {
    anchor: 'contexts',
    name: 'Contexts',
    text: 'Lift: (O + 1) / (E + 1), O the pieces about the topic that hold the term (copies count once), E how many would if it were as common in them as in all other documents; G² = 2 Σ O ln(O/E) decides whether that is chance.',
    reference:
      'Dunning (1993), Computational Linguistics 19; DuMouchel (1999), The American Statistician 53; Katz et al. (1978), Biometrics 34',
  },
  summary: {
    anchor: 'summary',
    name: 'Summary',
    text: 'Sentences ranked by TextRank biased to the query and chosen by maximal marginal relevance, one for each text, word for word.',
    reference: 'Mihalcea & Tarau (2004), TextRank; Carbonell & Goldstein (1998), MMR',
  },
  claims: {
    anchor: 'claims',
    name: 'Claims',
    text: 'Every number of a sentence is the rendering of a counted number, every quotation an exact span of a cited document.',
    reference: null,
  },
  library: {
    anchor: 'daily-series',
    name: 'What the library holds',
    text: 'Documents that the library holds of a source, whatever they are about: the denominator of shares.',
    reference: null,
  },
} as const satisfies Record<string, Formula>

export type FormulaName = keyof typeof formulas
