import { CodedError } from '../../kernel/errors.ts'

/** The youngest age is above the oldest. */
export function upsideDown(): CodedError {
  const message = 'must not be below age_min'
  return new CodedError({
    kind: 'invalid',
    code: 'audience.ages_invalid',
    title: 'The youngest age is above the oldest',
    detail: 'Give the smaller age as age_min, or leave age_max out for no upper end.',
    fields: [{ in: 'query', pointer: '/age_max', message }],
  })
}
