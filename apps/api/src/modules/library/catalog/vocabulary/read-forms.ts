import { tokens } from '@auspex/analytics'

/** The words of each term of a comma-separated list, and of its plural in -s. */
export function readForms(terms: string | undefined): string[][] {
  return (terms ?? '')
    .split(',')
    .map((term) => tokens(term))
    .flatMap((words) => {
      const last = words.at(-1)
      if (last === undefined) return []
      return last.endsWith('s') ? [words] : [words, [...words.slice(0, -1), `${last}s`]]
    })
}
