const doubles = /["“”„«»]/gu
/** Behind these a mark opens what is quoted. */
const opensAfter = /(?:^|[\s([{—–/-])$/u
const inches = /\d$/u

/**
 * A quotation as sentences mark it: in double quotation marks, its own ones single. Each mark stays one letter, so that a place in the
 * quotation is the same place in the document.
 */
export function toQuotation(text: string): string {
  // a lone straight mark behind a number is a unit
  const isUnit = (text.match(/"/gu) ?? []).length % 2 === 1
  const single = (mark: string, at: number) => {
    const before = text.slice(0, at)
    if (mark === '"' && isUnit && inches.test(before)) return '″'
    return opensAfter.test(before) ? '‘' : '’'
  }
  return `“${text.replaceAll(doubles, single)}”`
}
