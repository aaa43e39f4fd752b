const languageCodes =
  'af ar az be bg bn bs ca cs da de el en es et eu fa fi fr gl gu he hi hr hu hy id is it ja ka kk kn ko lt lv mk ml mn mr ms my nb ne nl no pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh'.split(
    ' ',
  )
const english = new Intl.DisplayNames('en', { type: 'language' })
const codes = new Map(languageCodes.map((code) => [(english.of(code) ?? code).toLowerCase(), code]))
codes.set('chinese', 'zh').set('norwegian', 'no').set('farsi', 'fa').set('bokmal', 'nb')

/** The language code for an English language name such as `Spanish`; null when unknown. */
export function languageFromGdelt(name: string): string | null {
  return codes.get(name.trim().toLowerCase()) ?? null
}
