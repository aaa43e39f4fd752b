import type { Citation } from '@auspex/sdk'
import type { AnswerModel } from './answer-model.ts'

/** Signals in whose documents a cited one can be read: those whose tools brought it, then those that the answer is about. */
export const documentSignals =
  ({ steps, understanding, citations }: Pick<AnswerModel, 'steps' | 'understanding' | 'citations'>) =>
  (citation: Citation): readonly string[] => {
    if (citation.kind === 'measure') return [citation.signalId]
    const brought = steps.filter(({ result }) => result?.documentIds.includes(citation.documentId))
    const measured = citations.flatMap((one) => (one.kind === 'measure' ? [one.signalId] : []))
    return [
      ...new Set([
        ...brought.flatMap((step) => signalsIn(step.arguments)),
        ...(understanding?.signalIds ?? []),
        ...measured,
      ]),
    ]
  }

const signalsIn = (text: string): readonly string[] => text.match(/\bsig_[a-z0-9]{1,40}\b/g) ?? []
