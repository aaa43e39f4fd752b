import type { RedirectReason } from '@auspex/sdk/types'
import { count, factor, plural } from '../../trends/index.ts'

interface Counted {
  title: string
  documents: number
}

export interface RedirectFacts {
  reason: RedirectReason
  asked: Counted
  target: Counted
  /** Whether a report of what was asked is stored. */
  isStored: boolean
}

/** Why a term leads where it leads, in one sentence with both counts. */
export function describeRedirect({ reason, asked, target, isStored }: RedirectFacts): string {
  const times =
    asked.documents > 0 ? `, ${factor(target.documents / asked.documents)} times as many as` : '; none are of'
  const compared = `${times} “${asked.title}”${asked.documents > 0 ? ` (${count(asked.documents)})` : ''}`
  const matching = `in ${plural(target.documents, 'document')}`
  const sentences: Record<RedirectReason, string> = {
    exact: `“${asked.title}” is in ${plural(asked.documents, 'document')}${isStored ? ', and its report is stored' : ''}.`,
    named: `“${target.title}” was named as what is meant by “${asked.title}” and is ${matching}.`,
    spelling: `“${asked.title}” is in ${asked.documents === 0 ? 'no document' : plural(asked.documents, 'document')}; “${target.title}” is nearly the same letters and ${matching}.`,
    synonym: `“${target.title}” means the same and is ${matching}${compared}.`,
    'more-popular': `“${target.title}” is the more usual form, ${matching}${compared}.`,
    new: `“${asked.title}” is in ${asked.documents === 0 ? 'no document' : `only ${plural(asked.documents, 'document')}`} yet, and nothing near it is known.`,
  }
  return sentences[reason]
}
