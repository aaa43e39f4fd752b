/** The rated sets of Hutto & Gilbert (2014). */
export const ratedSets = ['tweets', 'nytEditorialSnippets', 'amazonReviewSnippets', 'movieReviewSnippets'] as const

export interface RatedSentence {
  set: string
  text: string
  /** Mean of twenty raters, -4 to 4. */
  rating: number
  /** Sentences of one review or article are on one side. */
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

/** Whether something may be learned from it or tuned on it. One bit of FNV-1a: half of all documents, the same half for ever. */
export function isTuningHalf(documentKey: string): boolean {
  let hash = 2_166_136_261
  for (let at = 0; at < documentKey.length; at++) hash = Math.imul(hash ^ documentKey.charCodeAt(at), 16_777_619)
  return ((hash >>> 8) & 1) === 0
}

/** Letters and digits alone, so that the same sentence in two tokenisations is one. */
export function sentenceKey(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\b(?:lrb|rrb)\b/g, ' ')
    .replaceAll(/[^a-z0-9]+/g, '')
    .slice(0, 60)
}
