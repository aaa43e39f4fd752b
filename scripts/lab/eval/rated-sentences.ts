/** The rated sets of Hutto & Gilbert (2014). */
export const ratedSets = ['tweets', 'nytEditorialSnippets', 'amazonReviewSnippets', 'movieReviewSnippets'] as const

export interface RatedSentence {
  set: string
  text: string
  /** Mean of twenty raters, -4 to 4. */
  rating: number
  /** All sentences of a review or article are in the same half. */
  isTraining: boolean
}

/** Reads one `*_GroundTruth.txt`: id, mean rating, text. */
export function parseRatings(set: string, file: string): RatedSentence[] {
  return file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', mean = '', text = ''] = line.split('\t')
      return { set, text, rating: Number(mean), isTraining: isTuningHalf(`${set}${id.split('_')[0]}`) }
    })
}

/** Whether it may be used for learning or tuning. One bit of FNV-1a, so always the same half of all documents. */
export function isTuningHalf(documentKey: string): boolean {
  let hash = 2_166_136_261
  for (let at = 0; at < documentKey.length; at++) hash = Math.imul(hash ^ documentKey.charCodeAt(at), 16_777_619)
  return ((hash >>> 8) & 1) === 0
}
