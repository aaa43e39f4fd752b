import type { MedicineSection } from '@auspex/sdk/types'
import type { TrialRegister } from '@auspex/sources'
import { foldText } from '../../../kernel/fold-text.ts'
import { suggestTerms } from '../term-suggestions.ts'

/** What the register calls a topic, when it is one of its conditions or treatments: any word has papers, few are of medicine. */
export async function findSubject(
  topic: string,
  register: TrialRegister,
  deps: Parameters<typeof suggestTerms>[2],
): Promise<MedicineSection['subject']> {
  const folded = foldText(topic)
  for (const { term, kind } of await suggestTerms(topic, register, deps))
    if (kind !== 'sponsor' && foldText(term) === folded) return { term, kind }
  return null
}
