/** How often people agree with a label of this strength. */
export interface ToneReliability {
  strength: 'weak' | 'middling' | 'strong'
  /** Minimum |score| of the class; the next class begins where it ends. */
  from: number
  /** Share of sentences with such a label that people label the same way, in [0, 1]. */
  agreement: number
  /** Number of sentences it was measured on. */
  n: number
}

/**
 * Agreement with people by strength of the assigned labels, on the 872 sentences of film reviews of SST-2's development file, none of which was used
 * for learning (Socher et al. 2013, Recursive deep models for semantic compositionality, EMNLP). `npm run eval -- tone` measures it again and fails
 * when the result differs from these figures. Weaker scores have no label: fewer than 72 of 100 would be right.
 */
export const toneReliability: readonly ToneReliability[] = [
  { strength: 'weak', from: 0.2, agreement: 0.735, n: 185 },
  { strength: 'middling', from: 0.4, agreement: 0.79, n: 290 },
  { strength: 'strong', from: 0.7, agreement: 0.888, n: 169 },
]
