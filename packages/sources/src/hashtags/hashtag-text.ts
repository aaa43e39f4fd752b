/** The characters of a hashtag: letters, digits, marks and underscores of any script. */
const tagInText = /[#＃]([\p{L}\p{N}\p{M}_]{1,100})/gu

/** A hashtag in its form for comparison: normalised, lower case, without #. */
export function foldHashtag(tag: string): string {
  return tag
    .normalize('NFKC')
    .replace(/^[#＃]+/u, '')
    .toLowerCase()
    .trim()
}

/** The hashtags of a text, each once, in order. Numbers alone are not hashtags. */
export function hashtagsIn(text: string): string[] {
  const tags = [...text.matchAll(tagInText)].map(([, tag = '']) => foldHashtag(tag))
  return [...new Set(tags.filter((tag) => /\p{L}/u.test(tag)))]
}
