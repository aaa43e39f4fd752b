import { refusal } from '@auspex/contract/refusals'
import { CodedError } from '../../kernel/errors.ts'
import { retryAfterOf, formatWait } from '../../kernel/retry-after.ts'

/** `missingSetup` says what the only requested source lacks; null when sources were queried and none has it. */
export function hashtagNotFound(tag: string, missingSetup: string | null): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('hashtags.not_found'),
    title: `Nothing found with #${tag}`,
    ...(missingSetup === null ? {} : { detail: missingSetup }),
  })
}

/** No source has the hashtag, and a source that might have it did not answer. */
export function hashtagSourceFailed({
  name,
  isLimited,
  reason,
  retryAfterMs,
}: {
  name: string
  isLimited: boolean
  reason: string | null
  retryAfterMs: number | null
}): CodedError {
  const wait = retryAfterOf(retryAfterMs ?? (isLimited ? 60_000 : null))
  const next = isLimited
    ? `It accepts no more requests for now. Try again in ${formatWait(wait.retryAfterSeconds ?? 60)}.`
    : 'Ask again later, or import a file of videos: imports need no source.'
  return new CodedError({
    kind: 'unavailable',
    code: isLimited ? 'hashtags.rate_limited' : 'hashtags.source_failed',
    title: isLimited ? `Too many requests to ${name}` : `${name} did not answer`,
    detail: [isLimited ? null : reason, next].filter(Boolean).join(' '),
    ...wait,
  })
}

export function importNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('hashtags.import_not_found'),
  })
}
