import { CodedError } from '../../kernel/errors.ts'

/** The contract names the source, and this version has no connector for it. */
export function sourceNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'sources.not_found',
    title: 'This version does not know that source',
    detail: 'Choose one of the sources that are listed.',
  })
}
