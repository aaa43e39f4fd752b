import { CodedError } from '../../kernel/errors.ts'

/** The search does not exist, or belongs to another person: the two cannot be told apart. */
export function searchNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'explore.search_not_found',
    title: 'There is no such search',
    detail: 'Search the topic again; finished searches are deleted after 30 days.',
  })
}
