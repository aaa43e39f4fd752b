/** One timeline of a hashtag. */
export interface TagRequest {
  tag: string
  /** Which other hashtags the posts must have, or must not have. */
  conditions: (readonly [string, string])[]
  /** For display: `#heatpump #grant -#oil`. */
  text: string
}

/**
 * Turns native queries such as `heatpump grant -oil` into timelines: the first word is the hashtag, the others are conditions. Words without a letter
 * cannot be hashtags and are left out.
 */
export function toTagRequests(requests: readonly string[]): TagRequest[] {
  return requests.flatMap((request) => {
    const words = request.split(' ').map((word) => ({ tag: toTag(word), isUnwanted: word.startsWith('-') }))
    const wantedTags = words.filter(({ tag, isUnwanted }) => !isUnwanted && /\p{L}/u.test(tag)).map(({ tag }) => tag)
    const unwanted = words.filter(({ tag, isUnwanted }) => isUnwanted && /\p{L}/u.test(tag)).map(({ tag }) => tag)
    const [tag, ...others] = wantedTags
    if (tag === undefined) return []
    const conditions = [
      ...others.map((other) => ['all[]', other] as const),
      ...unwanted.map((other) => ['none[]', other] as const),
    ]
    return [
      {
        tag,
        conditions,
        text: [...wantedTags.map((one) => `#${one}`), ...unwanted.map((one) => `-#${one}`)].join(' '),
      },
    ]
  })
}

function toTag(word: string): string {
  return word.replaceAll(/[^\p{L}\p{N}\p{M}_]/gu, '')
}
