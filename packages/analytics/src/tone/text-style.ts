/** How a text is written: `news` is edited and tells facts, a `post` talks, a `comment` judges something. */
export type TextStyle = 'news' | 'post' | 'comment'

/**
 * From which |score| on a text has a label. `backed`: words that people rated lean to the same side; `learned`: they do not, so
 * that words whose valence was learned would decide alone. Both in [0, 1].
 */
export interface LabelLimits {
  backed: number
  learned: number
}

/**
 * Calibrated on the tuning halves of sentences with a neutral class, so that accuracy and macro-F1 both stand above VADER's
 * band of 0.05 (decision 0122); `npm run eval -- tone` measures the other halves.
 */
export const labelLimits: Readonly<Record<TextStyle, LabelLimits>> = {
  news: { backed: 0.2, learned: 0.3 },
  post: { backed: 0.2, learned: 0.25 },
  comment: { backed: 0.2, learned: 0.2 },
}

const styles: Readonly<Record<string, TextStyle>> = {
  post: 'post',
  question: 'post',
  comment: 'comment',
  answer: 'comment',
}

/** How documents of a kind are written; whatever is none of the talk is edited. */
export function styleOfKind(kind: string): TextStyle {
  return styles[kind] ?? 'news'
}
