/** Cuts a stream of server-sent events at its blank lines, so that each piece is one event with its blank line. */
export async function* splitEvents(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let rest = ''
  for await (const piece of pieces) {
    rest += piece
    for (;;) {
      const end = /\r?\n\r?\n/.exec(rest)
      if (end === null) break
      const length = end.index + end[0].length
      yield rest.slice(0, length)
      rest = rest.slice(length)
    }
  }
  if (rest !== '') yield rest
}
