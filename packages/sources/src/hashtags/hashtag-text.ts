/** What a hashtag is made of: letters, digits, marks and low lines of any script. */
const tagInText = /[#＃]([\p{L}\p{N}\p{M}_]{1,100})/gu

/** A hashtag as it is compared: one form of letters, lower case, without #. */
export function foldHashtag(tag: string): string {
  return tag
    .normalize('NFKC')
    .replace(/^[#＃]+/u, '')
    .toLowerCase()
    .trim()
}

/** The hashtags of a text, each once, in their order. Numbers alone are none. */
export function hashtagsIn(text: string): string[] {
  const tags = [...text.matchAll(tagInText)].map(([, tag = '']) => foldHashtag(tag))
  return [...new Set(tags.filter((tag) => /\p{L}/u.test(tag)))]
}
