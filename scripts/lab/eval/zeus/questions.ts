/** A kind of question: ten wordings, the first five for development and the last five held out, and what a good answer contains. */
export interface Intent {
  name: string
  wordings: readonly string[]
  /** Matches an answer that looked at the right data; `refusal` if it has to state that it cannot answer. */
  says: RegExp | 'refusal'
  /** Whether its wordings follow up on a first question about the topic. */
  isFollowUp?: boolean
  /** Topics that the answer is about. */
  topics?: 'first' | 'second' | 'both' | 'none'
}

/** Periods as people would phrase them on 20 November 2026, with the days that they mean. */
export const periods: readonly (readonly [words: string, from: string | null, to: string | null])[] = [
  ['in Q3 2025', '2025-07-01', '2025-09-30'],
  ['in 2024', '2024-01-01', '2024-12-31'],
  ['since last summer', '2026-06-01', null],
  ['between 3 and 9 November', '2026-11-03', '2026-11-09'],
  ['from 2023 to 2024', '2023-01-01', '2024-12-31'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['in the first half of 2025', '2025-01-01', '2025-06-30'],
  ['over the past six months', '2026-05-21', '2026-11-20'],
  ['since March 2025', '2025-03-01', null],
  ['before June 2024', null, '2024-05-31'],
]
