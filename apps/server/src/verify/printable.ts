/**
 * A text of somebody else's file as one line that a terminal only shows: control characters, escape sequences, marks that
 * turn the direction of text and characters without a width are written out as their code points.
 */
export function printable(text: string, longest = 300): string {
  const shown = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown
}
