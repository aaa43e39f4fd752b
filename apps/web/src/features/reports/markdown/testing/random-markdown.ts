import type { Nodes } from 'mdast'
import { readTree } from '../markdown-codec.ts'

/** A Markdown text generated from its seed, with everything that people write, and much that they should not. */
export const randomMarkdown = (seed: number): string => {
  let state = seed * 2_654_435_761
  const random = () => {
    // mulberry32: small, and the same on every platform
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item // never empty
  const times = <Item>(max: number, make: () => Item): Item[] =>
    Array.from({ length: 1 + Math.floor(random() * max) }, make)
  const word = () =>
    pick([
      'oat',
      'milk',
      'foam',
      'a_b',
      '3*4',
      '[1]',
      '日本',
      'é',
      '#tag',
      '1.',
      '-',
      '>',
      '|',
      '~',
      '&amp;',
      '\\*',
      '🥛',
      '12%',
      '<b>',
      '!',
      'x<y',
    ])
  const words = () => times(5, word).join(' ')
  const inline = (depth = 0): string =>
    depth > 2
      ? words()
      : times(4, () =>
          pick([
            words,
            words,
            () => `**${inline(depth + 1)}**`,
            () => `*${inline(depth + 1)}*`,
            () => `~~${inline(depth + 1)}~~`,
            () => `\`${pick(['code', 'a b', '``', '*'])}\``,
            () => `[${words()}](https://example.org/${pick(['a', 'b?c=d', 'e_(f)'])})`,
            () => `![${words()}](https://example.org/p.png)`,
            () => `[^${pick(['1', 'note'])}]`,
            () => '<br>',
            () => `${words()}  \n${words()}`,
            () => `${words()}\n${words()}`,
          ])(),
        ).join(pick([' ', '']))
  const line = () => inline(1).replaceAll('\n', ' ')
  const indent = (text: string, prefix: string) => text.replaceAll('\n', `\n${prefix}`)
  const block = (depth = 0): string =>
    pick([
      () => inline(),
      () => inline(),
      () => `${'#'.repeat(1 + Math.floor(random() * 6))} ${line()}`,
      () => `${line()}\n${pick(['===', '---'])}`,
      () =>
        times(3, () => `${pick(['-', '*', '+'])} ${indent(depth > 1 ? line() : block(depth + 1), '  ')}`).join(
          pick(['\n', '\n\n']),
        ),
      () =>
        times(3, () => indent(depth > 1 ? line() : block(depth + 1), '   '))
          .map((item, at) => `${at + 1}. ${item}`)
          .join('\n'),
      () => `> ${indent(depth > 1 ? line() : block(depth + 1), '> ')}`,
      () =>
        `\`\`\`${pick(['', 'ts', 'auspex', 'js title="a"'])}\n${pick(['const a = 1', '{"a": 1}', '', '\n\n# no'])}\n\`\`\``,
      () => pick(['***', '---', '* * *']),
      () => {
        const width = 1 + Math.floor(random() * 3)
        const row = () =>
          `| ${Array.from({ length: width }, () => pick(['a', '**b**', '`c`', 'd \\| e', ''])).join(' | ')} |`
        return [
          row(),
          `|${Array.from({ length: width }, () => pick(['-', ':-', '-:', ':-:'])).join('|')}|`,
          ...times(3, row),
        ].join('\n')
      },
      () => `[^${pick(['1', 'note'])}]: ${line()}`,
      () => `[ref]: https://example.org/${pick(['a', 'b'])}`,
      () => `<div>\n${words()}\n</div>`,
      () => `    ${words()}`,
    ])()
  return times(6, () => block()).join(pick(['\n\n', '\n\n', '\n\n\n', '\n']))
}

/** Every letter of a Markdown text in order, ignoring everything between them, and every address and name in it. */
export const wordsOf = (text: string): { letters: string; addresses: string[] } => {
  const nodes = flatten(readTree(text))
  const letters = nodes.flatMap((node) => [
    ...('value' in node ? [node.value] : []),
    ...('alt' in node ? [node.alt ?? ''] : []),
  ])
  const addresses = nodes.flatMap((node) => [
    ...('url' in node ? [node.url] : []),
    ...('title' in node ? [node.title ?? ''] : []),
    ...('identifier' in node ? [node.identifier] : []),
  ])
  return { letters: letters.join('').replaceAll(/\s/g, ''), addresses: [...new Set(addresses)].toSorted() }
}

const flatten = (node: Nodes): Nodes[] => [node, ...('children' in node ? node.children.flatMap(flatten) : [])]
