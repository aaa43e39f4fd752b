import type { Copies, PublishedDocument, Engagement } from '@auspex/sdk'
import { formatCompact, formatPlural } from '../../../lib/numbers/format.ts'
import { kindWords } from '../../../lib/words/words.ts'

/** The heading of a document, and its highlights; a comment has no title of its own. */
export const headingOf = ({ title, kind, author, outlet, highlights }: PublishedDocument) =>
  title === ''
    ? { text: `${kindWords[kind]} ${author ? `by ${author}` : `in ${outlet}`}`, ranges: [] }
    : { text: title, ranges: highlights.title }

/** "6 copies at 4 outlets". */
export const copiesWords = ({ documents, outlets }: Copies): string => {
  const copies = formatPlural(documents, 'copy', 'copies')
  return outlets > 1 ? `${copies} at ${formatPlural(outlets, 'outlet')}` : copies
}

/** Whether a passage starts within a text, so that an ellipsis is needed. */
export const isCutPassage = (snippet: string): boolean => /^\p{Ll}/u.test(snippet)

/** The known reactions; null if there are none. */
export const reactionsOf = ({ score, comments, views, reposts }: Engagement): string | null => {
  const reactions = [
    [score, 'point'],
    [comments, 'comment'],
    [views, 'view'],
    [reposts, 'share'],
  ] as const
  const parts = reactions.flatMap(([value, noun]) =>
    value === null ? [] : [`${formatCompact(value)} ${value === 1 ? noun : `${noun}s`}`],
  )
  return parts.length === 0 ? null : parts.join(', ')
}
