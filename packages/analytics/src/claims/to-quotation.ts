const doubles = /["“”„«»]/gu
/** After these characters a quotation mark opens the quotation. */
const opensAfter = /(?:^|[\s([{—–/-])$/u
const inches = /\d$/u

/**
 * A quotation as sentences mark it: in double quotation marks, with single marks inside. Each mark stays one character, so that offsets in the
 * quotation are the same as in the document.
 */
export function toQuotation(text: string): string {
  // a single straight mark after a number is a unit
  const isUnit = (text.match(/"/gu) ?? []).length % 2 === 1
  const single = (mark: string, at: number) => {
    const before = text.slice(0, at)
    if (mark === '"' && isUnit && inches.test(before)) return '″'
    return opensAfter.test(before) ? '‘' : '’'
  }
  return `“${text.replaceAll(doubles, single)}”`
}
