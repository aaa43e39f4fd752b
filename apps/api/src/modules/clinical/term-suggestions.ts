import type { ClinicalTerm } from '@auspex/sdk/types'
import type { StudyFacts, TrialRegister } from '@auspex/sources'
import { foldText } from '../../kernel/fold-text.ts'
import type { AskOnce } from './ask-once.ts'
import { Refusal } from './ask-once.ts'
import type { ClinicalTermsRepository, TermOfStudy } from './clinical-terms.repository.ts'

const mostSuggestions = 20
/** Fewer than so many known words, and the register is asked for studies with what was typed. */
const enough = 5
/** Below this a word says too little to ask for it. */
const shortest = 3

/** Remembers under which words studies are filed. */
export async function rememberTerms(
  studies: readonly Pick<StudyFacts, 'nctId' | 'conditions' | 'interventions' | 'sponsor'>[],
  terms: ClinicalTermsRepository,
): Promise<void> {
  for (let from = 0; from < studies.length; from += studiesAtOnce)
    await rememberSome(studies.slice(from, from + studiesAtOnce), terms)
}

/** Studies whose words are written at once: more would hold up other requests. */
const studiesAtOnce = 250

async function rememberSome(
  studies: Parameters<typeof rememberTerms>[0],
  terms: ClinicalTermsRepository,
): Promise<void> {
  const words = studies.flatMap(({ nctId, conditions, interventions, sponsor }) => [
    ...conditions.map((term) => toTerm(nctId, 'condition', term)),
    ...interventions.map((term) => toTerm(nctId, 'intervention', term)),
    toTerm(nctId, 'sponsor', sponsor),
  ])
  await terms.remember(
    studies.map(({ nctId }) => nctId),
    words.filter(({ folded }) => folded !== ''),
  )
}

function toTerm(nctId: string, kind: ClinicalTerm['kind'], term: string): TermOfStudy {
  return { nctId, kind, folded: foldText(term), term }
}

/** Words of the register that begin like a text; the register itself is asked where few are known. */
export async function suggestTerms(
  text: string,
  register: TrialRegister,
  { askOnce, terms }: { askOnce: AskOnce; terms: ClinicalTermsRepository },
): Promise<ClinicalTerm[]> {
  const folded = foldText(text)
  if (folded === '') return []
  const known = await terms.find(folded, mostSuggestions)
  if (known.length >= enough || folded.length < shortest) return known
  try {
    const reply = await askOnce({
      key: `terms ${folded}`,
      sources: [
        {
          ...register,
          ask: async (signal) => {
            const search = { field: 'term', words: text, filters: {}, pageSize: 100, token: null, signal } as const
            const answer = await register.search(search)
            if (!answer.ok) return answer
            await rememberTerms(answer.studies, terms)
            return { ok: true, body: answer.studies.length }
          },
        },
      ],
    })
    return reply.isNew ? await terms.find(folded, mostSuggestions) : known
  } catch (error) {
    // Half a word or a lone quotation mark is not refused while somebody types.
    if (error instanceof Refusal || known.length > 0) return known
    throw error
  }
}
