import type { RedirectReason } from '@auspex/sdk/types'
import { count, factor, plural } from '../../trends/index.ts'

interface TermCount {
  title: string
  documents: number
}

export interface RedirectFacts {
  reason: RedirectReason
  original: TermCount
  target: TermCount
  /** Whether a report of what was asked is stored. */
  isStored: boolean
}

/** Why a term leads where it leads, in one sentence with both counts. */
export function describeRedirect({ reason, original, target, isStored }: RedirectFacts): string {
  const times =
    original.documents > 0 ? `, ${factor(target.documents / original.documents)} times as many as` : '; none are of'
  const comparison = `${times} “${original.title}”${original.documents > 0 ? ` (${count(original.documents)})` : ''}`
  const inDocuments = `in ${plural(target.documents, 'document')}`
  const sentences: Record<RedirectReason, string> = {
    exact: `“${original.title}” is in ${plural(original.documents, 'document')}${isStored ? ', and its report is stored' : ''}.`,
    named: `“${target.title}” was named as what is meant by “${original.title}” and is ${inDocuments}.`,
    spelling: `“${original.title}” is in ${original.documents === 0 ? 'no document' : plural(original.documents, 'document')}; “${target.title}” is nearly the same letters and ${inDocuments}.`,
    synonym: `“${target.title}” means the same and is ${inDocuments}${comparison}.`,
    'more-popular': `“${target.title}” is the more usual form, ${inDocuments}${comparison}.`,
    new: `“${original.title}” is in ${original.documents === 0 ? 'no document' : `only ${plural(original.documents, 'document')}`} yet, and nothing near it is known.`,
  }
  return sentences[reason]
}
