/** How a text is written: `news` is edited and reports facts, a `post` is conversational, a `comment` judges something. */
export type TextStyle = 'news' | 'post' | 'comment'

/**
 * The minimum |score| for a label. `backed`: words rated by people lean to the same side; `learned`: they do not, so that words whose valence was
 * learned would decide alone. Both in [0, 1].
 */
export interface LabelLimits {
  backed: number
  learned: number
}

/**
 * Calibrated on the tuning halves of sentences with a neutral class, so that accuracy and macro-F1 both exceed those of VADER's band of 0.05
 * (docs/decisions/tone.md); `npm run eval -- tone` measures the other halves.
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

/** The style of documents of a kind; anything that is not conversation counts as edited. */
export function styleOfKind(kind: string): TextStyle {
  return styles[kind] ?? 'news'
}
