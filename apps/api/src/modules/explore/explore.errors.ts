import { CodedError } from '../../kernel/errors.ts'

/** Nobody made this search, or somebody else did: the two are told alike. */
export function searchNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'explore.search_not_found',
    title: 'There is no such search',
    detail: 'Search the topic again; finished searches are forgotten after 30 days.',
  })
}
