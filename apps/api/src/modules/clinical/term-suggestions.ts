import type { ClinicalTerm } from '@auspex/sdk/types'
import type { StudyFacts, TrialRegister } from '@auspex/sources'
import { foldText } from '../../kernel/fold-text.ts'
import { queryOnce, QueryRefusedError } from './query-once.ts'
import type { ClinicalDependencies } from './clinical-dependencies.ts'
import type { ClinicalTermsRepository, TermOfStudy } from './clinical.repository.ts'

const maxSuggestions = 20
/** With fewer known terms, the register is queried for studies with the typed text. */
const minStoredTerms = 5
/** Shorter texts are too unspecific to query for. */
const minLength = 3

interface FiledStudy {
  nctId: string
  conditions: StudyFacts['conditions']
  interventions: StudyFacts['interventions']
  sponsor: StudyFacts['sponsor']
}

/** Stores the terms under which studies are filed. */
export async function storeTerms(studies: readonly FiledStudy[], terms: ClinicalTermsRepository): Promise<void> {
  for (let from = 0; from < studies.length; from += studiesAtOnce)
    await storeTermBatch(studies.slice(from, from + studiesAtOnce), terms)
}

/** Studies whose terms are written in one statement: more would delay other requests. */
const studiesAtOnce = 250

async function storeTermBatch(studies: readonly FiledStudy[], terms: ClinicalTermsRepository): Promise<void> {
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

/** Terms of the register that begin with a text; the register itself is queried when few are known. */
export async function suggestTerms(
  text: string,
  register: TrialRegister,
  deps: ClinicalDependencies,
): Promise<ClinicalTerm[]> {
  const { terms } = deps
  const folded = foldText(text)
  if (folded === '') return []
  const storedTerms = await terms.find(folded, maxSuggestions)
  if (storedTerms.length >= minStoredTerms || folded.length < minLength) return storedTerms
  try {
    const reply = await queryOnce(
      {
        key: `terms ${folded}`,
        sources: [
          {
            ...register,
            query: async (signal) => {
              const search = { field: 'term', words: text, filters: {}, pageSize: 100, token: null, signal } as const
              const answer = await register.search(search)
              if (!answer.ok) return answer
              await storeTerms(answer.studies, terms)
              return { ok: true, body: answer.studies.length }
            },
          },
        ],
      },
      deps,
    )
    return reply.isNew ? await terms.find(folded, maxSuggestions) : storedTerms
  } catch (error) {
    // Half a word or an unmatched quotation mark must not cause an error while a person types.
    if (error instanceof QueryRefusedError || storedTerms.length > 0) return storedTerms
    throw error
  }
}
